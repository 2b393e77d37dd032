import { Link } from 'react-router'
import { pageMeta } from '#web/page-meta.ts'
import { Prose } from '#web/ui/layout/prose.tsx'
import type { Route } from './+types/warranty'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Warranty',
    description: '6-month warranty plus 1 month for breakage, and 3 months for parts. We reply within 48 to 72 hours.',
  })
}

const COVER = [
  { item: 'The pot', time: '6 months', covers: 'Fading, flaking or cracking in normal use, indoors or outdoors' },
  { item: 'Breakage', time: '1 month more', covers: 'A pot that breaks in careful use' },
  { item: 'Parts', time: '3 months', covers: 'Feet, plugs, saucers and other parts that came with the pot' },
] as const

export default function Warranty() {
  return (
    <Prose title="Warranty" intro="A pot should outlive the plant in it. If yours doesn’t, we’ll put it right.">
      <h2>What is covered, and for how long</h2>
      <ul className="cover">
        {COVER.map(({ item, time, covers }) => (
          <li key={item}>
            <strong>{time}</strong>
            <h3>{item}</h3>
            <p>{covers}</p>
          </li>
        ))}
      </ul>
      <p>
        Cover starts on the day of delivery. The pot itself is covered for 6 months, plus 1 month for breakage. Parts
        are covered for 3 months.
      </p>
      <h2>What is not covered</h2>
      <ul>
        <li>Normal wear: scratches, limescale and moss.</li>
        <li>Accidents: falls, storms, or something heavy on the rim.</li>
        <li>Changes you make: drilled holes, paint or sealant.</li>
        <li>The plant.</li>
      </ul>
      <h2>How to claim</h2>
      <ol>
        <li>Take a photo of the whole pot, and one of the damage.</li>
        <li>
          Send us your order number on the <Link to="/contactUs">contact page</Link>.
        </li>
        <li>
          We reply within 48 to 72 hours and tell you whether we’ll repair it, replace it or refund you with a voucher.
        </li>
      </ol>
      <p>
        Changed your mind? See <Link to="/refund-policy">Refunds and returns</Link> for returns within 48 hours of
        delivery.
      </p>
    </Prose>
  )
}
