import { privateMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Prose } from '#web/ui/layout/prose.tsx'

export const meta = privateMeta({ title: 'Account deleted', description: 'Your account and your data are deleted.' })

export default function AccountDeleted() {
  return (
    <Prose
      title="Your account is deleted"
      intro="Your name, email, phone number and address are gone from our database."
    >
      <p>Thank you for having been with us. You are welcome to look around, or to sign up again at any time.</p>
      <p>
        <LinkButton to="/">Back to the shop</LinkButton>
      </p>
    </Prose>
  )
}
