import { Link } from 'react-router'
import { pageMeta } from '#web/page-meta.ts'
import { Prose } from '#web/ui/layout/prose.tsx'

export function meta() {
  return pageMeta({
    title: 'Warranty',
    description:
      '6 months of warranty, 1 month against breakage and 3 months for parts. We reply within 48 to 72 hours.',
  })
}

const COVER = [
  { what: 'The pot', time: '6 months', covers: 'Fading, flaking or cracking in ordinary use, indoors and out' },
  { what: 'Breakage', time: '1 month more', covers: 'A pot that breaks although nobody was careless with it' },
  { what: 'Parts', time: '3 months', covers: 'Feet, plugs, saucers and whatever else came with the pot' },
] as const

export default function Warranty() {
  return (
    <Prose title="Warranty" intro="A pot should outlive the plant in it. If it does not, we put it right.">
      <h2>What is covered, and for how long</h2>
      <ul className="cover">
        {COVER.map(({ what, time, covers }) => (
          <li key={what}>
            <strong>{time}</strong>
            <h3>{what}</h3>
            <p>{covers}</p>
          </li>
        ))}
      </ul>
      <p>
        Time runs from the day of delivery. The 6 months are for the pot itself; 1 month for breakage comes on top of
        them, and parts have 3 months of their own.
      </p>
      <h2>What is not covered</h2>
      <ul>
        <li>Marks from daily life: scratches, limescale, moss (some people pay extra for moss).</li>
        <li>A fall, a storm that throws it off a parapet, or something heavy set on its rim.</li>
        <li>Holes drilled, paint or sealant added.</li>
        <li>The plant, much as we would like to.</li>
      </ul>
      <h2>How to claim</h2>
      <ol>
        <li>Take a picture of the whole pot, and one of what is wrong with it.</li>
        <li>
          Write to us on the <Link to="/contactUs">contact page</Link> with your order number.
        </li>
        <li>We reply within 48 to 72 hours, and say whether we mend, replace or refund with a voucher.</li>
      </ol>
      <p>
        Changed your mind instead? Returns within 48 hours of delivery, and what else we promise with a purchase, are on{' '}
        <Link to="/refund-policy">Refunds and returns</Link>.
      </p>
    </Prose>
  )
}
