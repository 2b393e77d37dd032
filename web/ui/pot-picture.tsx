import type { Family, PotColour } from '#domain/sizes.ts'

type PotDrawingProps = {
  family: Family
  colour: PotColour
  /** Its words; without them it is decoration. */
  title?: string
  /** With the room that a card shows behind it. */
  backdrop?: boolean
  /** On the first screen. */
  eager?: boolean
}

/** The pot as the server draws it (`pot-svg.ts`): a picture file, so that its code is not sent to anybody. */
export function PotDrawing({ family, colour, title = '', backdrop = false, eager = false }: PotDrawingProps) {
  const name = `${family}-${colour}`.toLowerCase().replace(' ', '-')
  return (
    <img
      className="pot-drawing"
      src={`/pots/${name}.svg${backdrop ? '' : '#bare'}`}
      alt={title}
      width={400}
      height={500}
      decoding="async"
      loading={eager ? undefined : 'lazy'}
    />
  )
}
