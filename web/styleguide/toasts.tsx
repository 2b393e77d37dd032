import toast from 'react-hot-toast/headless'
import { Button } from '#web/ui/forms/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { LONG, Row } from './samples.tsx'

export function Toasts() {
  return (
    <Section heading="Toasts">
      <Row>
        <Button onClick={() => toast.success('Added to cart')}>Success</Button>
        <Button onClick={() => toast.error('Please select a pot color')}>Error</Button>
        <Button onClick={() => toast('“Cubee” was deleted.')}>Plain</Button>
        <Button onClick={() => toast(LONG)}>Long</Button>
      </Row>
    </Section>
  )
}
