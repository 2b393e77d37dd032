import { Link } from 'react-router'
import { pageMeta } from '#web/page-meta.ts'
import { Accordion } from '#web/ui/layout/accordion.tsx'
import { Prose } from '#web/ui/layout/prose.tsx'
import type { Route } from './+types/faq'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Questions and answers',
    description: 'What Gamla pots are made of, how delivery and payment work, and how returns work.',
  })
}

const QUESTIONS = [
  {
    question: 'Are the pots really stone?',
    answer: (
      <p>
        No, and that is the point. They are made of tough plastic with a stone finish: grey stone, marble white,
        sandstone or mosaic grey. It takes four people to lift a 50 cm cube of real stone; one person can lift ours.
        They can stay outdoors in sun and rain, and every pot has a drainage hole with a plug.
      </p>
    ),
  },
  {
    question: 'How do delivery and payment work?',
    answer: (
      <p>
        Delivery is free on every order. Pay in cash when the pot arrives, or online by card or wallet. You can track
        your order in your account, and ask to cancel it there until it is delivered.
      </p>
    ),
  },
  {
    question: 'What if I don’t like it, or it breaks?',
    answer: (
      <p>
        Tell us within 48 hours of delivery and return it for a voucher: see{' '}
        <Link to="/refund-policy">Refunds and returns</Link>. If something fails later, the{' '}
        <Link to="/warranty">warranty</Link> covers the pot for 6 months, with 1 month for breakage on top and 3 months
        for parts. We reply within 48 to 72 hours.
      </p>
    ),
  },
]

export default function Faq() {
  return (
    <Prose
      title="Questions and answers"
      intro={
        <>
          The questions we get most often. For anything else, <Link to="/contactUs">contact us</Link>.
        </>
      }
    >
      <Accordion items={QUESTIONS} />
    </Prose>
  )
}
