import type { Family, PotColour } from '#domain/sizes.ts'
import { potSvg } from './pot-svg.ts'

type PotDrawingProps = {
  family: Family
  colour: PotColour
  /** Its words; without them it is decoration. */
  title?: string
  backdrop?: boolean
}

export function PotDrawing({ family, colour, title, backdrop = false }: PotDrawingProps) {
  return (
    <span
      className="pot-drawing"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, made of constants
      dangerouslySetInnerHTML={{ __html: potSvg(family, colour, { backdrop }) }}
    />
  )
}
