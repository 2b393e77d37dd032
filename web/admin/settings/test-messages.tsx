import { useFetcher } from 'react-router'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import type { SectionResult } from './section-result.ts'

/** A button that sends an email to the person who presses it, and what the provider said. */
export function TestMessages({ answer }: { answer: SectionResult | undefined }) {
  const fetcher = useFetcher<SectionResult>()
  const result = fetcher.data ?? answer
  return (
    <fetcher.Form method="post" action="/adminDashboard/settings" className="stack gap-2">
      <input type="hidden" name="intent" value="test-messages" />
      <div className="stack gap-1">
        <div>
          <Button type="submit" variant="quiet" busy={fetcher.state !== 'idle'} aria-describedby="test-messages">
            Send a test
          </Button>
        </div>
        <p className="fine" id="test-messages">
          To your own address, by the way that is saved.
        </p>
      </div>
      <div role="status">{result?.ok && <FormMessage tone="good">{result.said}</FormMessage>}</div>
      {result?.ok === false && <FormMessage alert>{result.problems.form}</FormMessage>}
    </fetcher.Form>
  )
}
