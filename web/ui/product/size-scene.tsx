import type { CSSProperties } from 'react'
import { cutoutOf } from '#domain/catalog/models.ts'
import { ownPicture } from '#domain/catalog/own-pictures.ts'
import { CHAIR, DOOR_AND_PERSON, sceneFor } from '#domain/catalog/scale.ts'
import { dimensionsOf, type Size } from '#domain/catalog/sizes.ts'

type SizeSceneProps = {
  size: Size
  /** Its cut-out is shown; without one, a box of the same size. */
  finish: string
  /** All that the page offers: the scene keeps its scale when another is chosen. */
  sizes: readonly Size[]
}

/** The product to scale beside a door, a person and a chair. */
export function SizeScene({ size, finish, sizes }: SizeSceneProps) {
  const scene = sceneFor(sizes)
  const cutout = cutoutOf(size, finish)
  const share = ({ width, height }: { width: number; height: number }): CSSProperties => ({
    inlineSize: `${(100 * width) / scene.width}%`,
    aspectRatio: `${width} / ${height}`,
  })
  return (
    <figure className="tint minor size-scene">
      <figcaption>
        <h2>How big is it?</h2>
        <p>
          {size.code}: {dimensionsOf(size)} <span className="fine">(width × depth × height)</span>
        </p>
      </figcaption>
      <div
        role="img"
        aria-label={`${size.code}, ${size.width} cm wide and ${size.height} cm high, drawn to scale beside a door of ${DOOR_AND_PERSON.height} cm, a person of 160 cm and a chair of ${CHAIR.height} cm`}
        style={{ aspectRatio: `${scene.width} / ${scene.height}`, columnGap: `${(100 * scene.gap) / scene.width}%` }}
      >
        <img src={ownPicture('scale-person.svg')} alt="" loading="lazy" style={share(DOOR_AND_PERSON)} />
        {cutout ? (
          <img className="size-scene-product" src={cutout} alt="" loading="lazy" style={share(size)} />
        ) : (
          <span className="size-scene-product" style={share(size)} />
        )}
        <img src={ownPicture('scale-chair.svg')} alt="" loading="lazy" style={share(CHAIR)} />
      </div>
      <p className="fine" aria-hidden="true">
        Person 160 cm, door {DOOR_AND_PERSON.height} cm, chair {CHAIR.height} cm
      </p>
    </figure>
  )
}
