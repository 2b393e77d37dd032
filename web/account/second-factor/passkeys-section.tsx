import { type FormEvent, useRef } from 'react'
import { Form } from 'react-router'
import { usePasskeyAction, usePasskeys } from '#web/account/passkey-button.tsx'
import { DateTime } from '#web/ui/date-time.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'

type Passkey = { id: string; name: string; time: string }
type Added = (recoveryCodes: string[] | undefined) => void

export function PasskeysSection({ passkeys, onAdded }: { passkeys: readonly Passkey[]; onAdded: Added }) {
  return (
    <section className="stack" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>Log in with your fingerprint, your face or the PIN of your device. No password, no code.</p>
      {passkeys.length > 0 && (
        <ul className="lines">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <AddPasskey onAdded={onAdded} />
    </section>
  )
}

function PasskeyItem({ passkey: { id, name, time } }: { passkey: Passkey }) {
  return (
    <li className="stack gap-3">
      <p className="quiet">
        <strong>{name}</strong>, added <DateTime of={time} />
      </p>
      <Form method="post" className="cluster bottom">
        <input type="hidden" name="id" value={id} />
        <Field label={`New name for ${name}`} name="name" defaultValue={name} maxLength={60} required />
        <Button type="submit" name="intent" value="rename-passkey" variant="quiet">
          Rename
        </Button>
      </Form>
      <Form method="post">
        <input type="hidden" name="id" value={id} />
        <Button type="submit" name="intent" value="delete-passkey" variant="danger" small aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </Form>
    </li>
  )
}

function AddPasskey({ onAdded }: { onAdded: Added }) {
  const isKnown = usePasskeys()
  const { run, busy, problem } = usePasskeyAction()
  const form = useRef<HTMLFormElement>(null)
  if (!isKnown) return <p className="quiet">Adding a passkey needs JavaScript and a browser that supports passkeys.</p>

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    void run(async () => {
      const { createCredential, post } = await import('#web/client/passkey.ts')
      const path = '/account/security/passkey'
      const options = await post<PublicKeyCredentialCreationOptionsJSON>(path, { intent: 'options' })
      const credential = await createCredential(options)
      const { recoveryCodes } = await post<{ recoveryCodes?: string[] }>(path, { intent: 'add', name, credential })
      form.current?.reset()
      onAdded(recoveryCodes)
    })
  }
  return (
    <form ref={form} className="form" onSubmit={handleSubmit}>
      <Field
        label="Name of the passkey"
        name="name"
        maxLength={60}
        placeholder="Phone"
        hint="To recognise it in this list."
      />
      <Button type="submit" busy={busy}>
        Add passkey
      </Button>
      {problem && <FormMessage alert>{problem}</FormMessage>}
    </form>
  )
}
