import { useState } from 'react'
import { type FormService, postContactMessage } from '#web/client/web3forms.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'

const ANSWERS = {
  sent: 'Web3Forms has taken a message. It is in your mailbox in a minute.',
  refused: 'Web3Forms refused the access key.',
  unanswered: 'Web3Forms did not answer.',
}

/** Sends a message from this browser, as shoppers do, because Web3Forms refuses servers. */
export function TryWeb3forms({ service }: { service: FormService }) {
  const [result, setResult] = useState<keyof typeof ANSWERS | 'busy'>()
  const send = async () => {
    setResult('busy')
    setResult(
      await postContactMessage(service, {
        name: 'Test',
        email: 'test@example.com',
        phone: '',
        message: 'A test of this shop.',
      }),
    )
  }
  return (
    <>
      <Button variant="quiet" busy={result === 'busy'} onClick={send} aria-describedby="connection-web3forms">
        Test
      </Button>
      <div role="status">
        {result && result !== 'busy' && (
          <FormMessage tone={result === 'sent' ? 'good' : 'problem'}>{ANSWERS[result]}</FormMessage>
        )}
      </div>
    </>
  )
}
