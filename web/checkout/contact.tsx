import { useVisitor } from '#web/client/visitor.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { Facts } from '#web/ui/product/facts.tsx'
import { useRoot } from '#web/ui/shop-info.ts'

/** The buyer and the address for emails. A guest may order after confirming an emailed code, without a password. */
export function Contact() {
  const visitor = useVisitor()
  const { canEmail } = useRoot()
  if (!visitor && !canEmail) return null
  return (
    <section className="stack gap-2" aria-labelledby="contact-heading">
      <h2 id="contact-heading">Contact</h2>
      {visitor ? (
        <>
          <Facts facts={[visitor.name, visitor.email]} />
          {canEmail && <p className="quiet">We email you about your order there.</p>}
        </>
      ) : (
        <div className="cluster">
          <p className="quiet">New here? You don’t need a password.</p>
          <LinkButton to="/login/code?next=/cart" variant="quiet" small>
            Email me a code
          </LinkButton>
        </div>
      )}
    </section>
  )
}
