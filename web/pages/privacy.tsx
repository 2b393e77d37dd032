import { Link } from 'react-router'
import { pageMeta } from '#web/page-meta.ts'
import { Prose } from '#web/ui/layout/prose.tsx'

export function meta() {
  return pageMeta({
    title: 'Privacy',
    description: 'What Gamla stores about you, where, why and for how long. No trackers, no advertising cookies.',
  })
}

const IN_THE_BROWSER = [
  {
    key: 'cart',
    what: 'The pots in your cart, with size, colour and quantity',
    when: 'until you order, remove them or log out',
  },
  { key: 'lastVisitedProducts', what: 'The last 8 pots that you looked at', when: 'until you log out' },
  { key: 'currentPage', what: 'The page of the list where you were', when: 'until you log out' },
  { key: 'users', what: 'Your name, e-mail address, role and account id, once you log in', when: 'until you log out' },
] as const

export default function Privacy() {
  return (
    <Prose
      title="Privacy"
      intro="We keep what we need to sell you a pot and bring it to you, and nothing to follow you around."
    >
      <h2>No trackers</h2>
      <p>
        There is no advertising, no analytics service and no social network code on these pages. Fonts and pictures come
        from our own server. Pages look the same for every visitor; what is yours is added in your own browser.
      </p>
      <h2>What stays in your browser</h2>
      <p>These entries are in your browser’s local storage. Logging out clears them all.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="table-scroll" aria-label="Entries in local storage" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">What it holds</th>
              <th scope="col">How long</th>
            </tr>
          </thead>
          <tbody>
            {IN_THE_BROWSER.map(({ key, what, when }) => (
              <tr key={key}>
                <th scope="row">
                  <code>{key}</code>
                </th>
                <td>{what}</td>
                <td>{when}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        When you log in we also set two cookies that scripts cannot read. One holds your session, and goes when you log
        out or the session ends. The other only says that this browser has logged in to your account before, so that
        strangers who guess passwords cannot keep you out; it ends after half a year or when your password changes.
        There are no others, and both are necessary; that is why we do not ask you about cookies.
      </p>
      <h2>What we store on our server</h2>
      <ul>
        <li>
          <strong>Your account:</strong> name, e-mail address, a scrambled form of your password that cannot be turned
          back, your role, and when you signed up.
        </li>
        <li>
          <strong>Your sessions:</strong> when you logged in, from which network address and with which browser, so that
          a stolen session can be found and ended.
        </li>
        <li>
          <strong>Your orders:</strong> what you ordered, when, at which price; the name, address, city, pincode and
          mobile number that it goes to; its status; and for online payments the payment id.
        </li>
        <li>
          <strong>What you write to us:</strong> messages from the contact page and requests for sold pots, with the
          name and address that you gave.
        </li>
      </ul>
      <h2>Who else sees it</h2>
      <ul>
        <li>The courier gets name, address and mobile number.</li>
        <li>The payment provider gets name, e-mail address and amount, if you pay online.</li>
        <li>The letter service that e-mails your order confirmation gets its contents.</li>
        <li>The form service that forwards contact messages gets your message.</li>
        <li>A seller in this shop sees which of their pots were ordered, never your phone number or address.</li>
      </ul>
      <h2>How long</h2>
      <p>
        Accounts stay until you ask us to delete them. Orders stay as long as tax law asks of us. When we delete an
        order or a product we note who did it and what it was.
      </p>
      <h2>Your rights</h2>
      <p>
        You may ask what we hold about you, have it corrected, or have it deleted. Write to us on the{' '}
        <Link to="/contactUs">contact page</Link>, from the e-mail address of your account.
      </p>
    </Prose>
  )
}
