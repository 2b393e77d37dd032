import type { CSSProperties, MouseEvent } from 'react'
import { cutoutOf } from '#domain/catalog/models.ts'
import { ownPicture } from '#domain/catalog/own-pictures.ts'
import { CHAIR, DOOR_AND_PERSON, PERSON_WIDTH, sceneFor } from '#domain/catalog/scale.ts'
import { dimensionsOf, type Size } from '#domain/catalog/sizes.ts'

type SizeSceneProps = {
  size: Size
  /** The chosen size is shown in it; without a picture, as a box. */
  finish: string
  sizes: readonly Size[]
  /** The page that opens in a size, for browsers without scripts. */
  hrefFor: (size: Size) => string
  onChoose: (code: string) => void
}

/** All sizes at one scale beside a door, a person and a chair; pressing one chooses it. */
export function SizeScene({ size, finish, sizes, hrefFor, onChoose }: SizeSceneProps) {
  const scene = sceneFor(sizes)

  function choose(event: MouseEvent, code: string) {
    // A new tab or window opens the page in that size.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose(code)
  }

  return (
    <figure className="tint minor size-scene">
      <figcaption>
        <h2>How big is it?</h2>
        <p>
          {size.code}: {dimensionsOf(size)} <span className="fine size-scene-wide">(width × depth × height)</span>
        </p>
      </figcaption>
      <ul
        className="size-scene-drawing"
        style={{ '--width': scene.width, '--narrow': scene.narrow, '--height': scene.height } as CSSProperties}
      >
        <li style={{ '--w': DOOR_AND_PERSON.width, '--person': PERSON_WIDTH } as CSSProperties}>
          <img
            className="size-scene-person"
            src={ownPicture('scale-person.svg')}
            alt={`A person of 160 cm beside a door of ${DOOR_AND_PERSON.height} cm`}
            loading="lazy"
            style={measuresOf(DOOR_AND_PERSON)}
          />
          <span className="fine" aria-hidden="true">
            <span className="size-scene-wide">Door {DOOR_AND_PERSON.height}, person </span>160 cm
          </span>
        </li>
        {sizes.map((each) => (
          <li key={each.code}>
            <a
              href={hrefFor(each)}
              data-waits
              aria-label={`${each.code}, ${each.width} cm wide and ${each.height} cm high`}
              aria-current={each.code === size.code ? 'true' : undefined}
              onClick={(event) => choose(event, each.code)}
            >
              <Pot size={each} src={cutoutOf(each, each.code === size.code ? finish : OUTLINED)} />
              <span className="fine">{each.code}</span>
            </a>
          </li>
        ))}
        <li className="size-scene-wide">
          <img
            src={ownPicture('scale-chair.svg')}
            alt={`A chair of ${CHAIR.height} cm`}
            loading="lazy"
            style={measuresOf(CHAIR)}
          />
          <span className="fine" aria-hidden="true">
            {CHAIR.height} cm
          </span>
        </li>
      </ul>
    </figure>
  )
}

/** Every outline is cut out of the same finish, so that a browser loads one picture for each size. */
const OUTLINED = 'Grey Stone'

function Pot({ size, src }: { size: Size; src: string | undefined }) {
  const shown = { className: 'size-scene-product', style: measuresOf(size) }
  return src ? <img {...shown} src={src} alt="" loading="lazy" /> : <span {...shown} />
}

function measuresOf({ width, height }: { width: number; height: number }): CSSProperties {
  return { '--w': width, '--h': height } as CSSProperties
}
