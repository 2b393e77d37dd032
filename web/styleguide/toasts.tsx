import toast from 'react-hot-toast/headless'
import { Button } from '#web/ui/forms/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Row } from './row.tsx'
import { LONG } from './samples.ts'

export function Toasts() {
  return (
    <Section heading="Toasts">
      <Row>
        <Button onClick={() => toast.success('Added to cart')}>Success</Button>
        <Button onClick={() => toast.error('Please select a pot color')}>Error</Button>
        <Button onClick={() => toast('“Cubee” is gone.')}>Plain</Button>
        <Button onClick={() => toast(LONG)}>Long</Button>
      </Row>
    </Section>
  )
}
