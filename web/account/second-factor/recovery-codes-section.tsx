import { useEffect, useRef, useState } from 'react'
import { fileNameOf } from '#domain/file-name.ts'
import { toast } from '#web/client/toast.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useShopInfo } from '#web/ui/shop-info.ts'
import { IntentForm } from './intent-form.tsx'

type RecoveryCodesProps = {
  codesLeft: number
  areCodesSaved: boolean
  /** Just made, and never shown again. */
  newCodes: readonly string[] | undefined
}

export function RecoveryCodesSection({ codesLeft, areCodesSaved, newCodes }: RecoveryCodesProps) {
  return (
    <section className="stack" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">Recovery codes</h2>
      {newCodes && !areCodesSaved ? (
        <NewCodes codes={newCodes} />
      ) : (
        <>
          <p>
            {codesLeft} of 10 left. Each logs you in once if you lose your phone.
            {!areCodesSaved &&
              ' You haven’t confirmed that you saved these codes. If you don’t have them, make new ones.'}
          </p>
          <IntentForm intent="make-recovery-codes" button="Make new codes" variant="quiet" />
        </>
      )}
    </section>
  )
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  const shop = useShopInfo()
  const text = `Recovery codes for ${shop.shopName}. Each works once.\n\n${codes.join('\n')}\n`
  const start = useRef<HTMLParagraphElement>(null)
  // Move the focus to the new codes: the button that made them may be far below, or gone.
  useEffect(() => start.current?.focus(), [])
  return (
    <>
      <p ref={start} tabIndex={-1}>
        Save these codes now: they are not shown again. Each logs you in once if you lose your phone.
      </p>
      <ol className="grid tint secret gap-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="cluster no-print">
        <a
          className="button quiet"
          download={fileNameOf(shop, 'recovery-codes.txt')}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          Download
        </a>
        <ScriptTools text={text} />
      </div>
      <IntentForm intent="codes-saved" button="I have saved them" />
    </>
  )
}

function ScriptTools({ text }: { text: string }) {
  const [hasScripts, setHasScripts] = useState(false)
  useEffect(() => setHasScripts(true), [])
  if (!hasScripts) return null
  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => toast.success('Copied'),
      () => toast.error('Your browser did not allow it. Please select and copy the codes.'),
    )
  }
  return (
    <>
      <Button variant="quiet" onClick={copy}>
        Copy
      </Button>
      <Button variant="quiet" onClick={() => print()}>
        Print
      </Button>
    </>
  )
}
