import { Link } from 'react-router'
import { pageMeta } from '#web/page-meta.ts'
import { Prose } from '#web/ui/layout/prose.tsx'

export function meta() {
  return pageMeta({
    title: 'Privacy',
    description: 'What Gamla stores about you, where, why and for how long. No trackers and no advertising cookies.',
  })
}

const IN_THE_BROWSER = [
  {
    key: 'cart',
    what: 'The pots in your cart, with size, colour and quantity',
    when: 'Until you order, remove them or log out',
  },
  { key: 'checkout', what: 'A random number that prevents duplicate orders', when: 'Until you log out' },
  { key: 'lastVisitedProducts', what: 'The last 8 pots you looked at', when: 'Until you log out' },
  { key: 'currentPage', what: 'The page of the product list you were on', when: 'Until you log out' },
  { key: 'users', what: 'Your name, email, role and account ID, once you log in', when: 'Until you log out' },
] as const

export default function Privacy() {
  return (
    <Prose title="Privacy" intro="We store only what we need to sell and deliver your pots. We don’t track you.">
      <h2>No trackers</h2>
      <p>
        Our pages contain no advertising, no analytics and no social network code. Fonts and images come from our own
        server. Pages are the same for every visitor; anything personal is added in your own browser.
      </p>
      <h2>What we store in your browser</h2>
      <p>We use your browser’s local storage for these entries. Logging out clears them all.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
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
        An address or message that you haven’t sent yet is kept in its tab’s session storage until you close the tab.
      </p>
      <p>
        When you log in, we also set two cookies that scripts cannot read. One holds your session and is deleted when
        you log out or the session ends. The other remembers that this browser has logged in to your account before, so
        that strangers who guess passwords cannot lock you out; it expires after six months or when your password
        changes. We set no other cookies. Both are strictly necessary, so we don’t ask for consent.
      </p>
      <h2>What we store on our server</h2>
      <ul>
        <li>
          <strong>Your account:</strong> your name, email, role, the date you signed up, and a one-way hash of your
          password.
        </li>
        <li>
          <strong>Your sessions:</strong> when you logged in, your IP address and your browser, so that a stolen session
          can be found and ended.
        </li>
        <li>
          <strong>Your orders:</strong> what you ordered, when and at what price; the name, address, city, pincode and
          mobile number for delivery; the status; and the payment ID if you paid online.
        </li>
        <li>
          <strong>Your messages:</strong> contact messages and requests for sold pots, with the name and contact details
          you gave.
        </li>
      </ul>
      <h2>Who we share it with</h2>
      <ul>
        <li>The courier gets your name, address and mobile number.</li>
        <li>The payment provider gets your name, email, mobile number and the amount, if you pay online.</li>
        <li>The email service that sends your order confirmation gets its contents.</li>
        <li>The form service that forwards contact messages gets your message.</li>
        <li>Sellers see which of their pots were ordered, never your phone number or address.</li>
      </ul>
      <h2>How long we keep it</h2>
      <p>
        We keep accounts until you ask us to delete them, and orders for as long as tax law requires. When we delete an
        order or a product, we record who deleted it and what it contained.
      </p>
      <h2>Your rights</h2>
      <p>
        You can ask for a copy of your data, or ask us to correct or delete it. Use the{' '}
        <Link to="/contactUs">contact page</Link> and give the email of your account.
      </p>
    </Prose>
  )
}
