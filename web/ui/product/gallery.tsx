import { useEffect, useRef, useState } from 'react'
import { type AltTexts, altTextOf } from '#domain/catalog/alt-texts.ts'
import { ProductImage } from './product-image.tsx'

type GalleryProps = {
  images: readonly string[]
  title: string
  altTexts?: AltTexts | undefined
  /** View transition name of the first image; `pot-{id}` morphs it from the card's. */
  morphName?: string
}

// Slightly less than the full width on phones, whose high pixel density hides the difference.
const SIZES = '(min-width: 96rem) 46rem, (min-width: 56rem) 50vw, (min-width: 46rem) 100vw, 88vw'

/** A strip of images, moved by swipe, arrow keys or thumbnails. It scrolls back when the first image changes. */
export function Gallery({ images, title, altTexts, morphName }: GalleryProps) {
  const strip = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const first = images[0]

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first image is the trigger
  useEffect(() => {
    strip.current?.scrollTo({ left: 0, behavior: 'instant' })
  }, [first])

  function updateShown() {
    const { scrollLeft, clientWidth } = strip.current ?? { scrollLeft: 0, clientWidth: 1 }
    setShown(Math.round(scrollLeft / clientWidth))
  }

  function show(index: number) {
    strip.current?.scrollTo({ left: index * strip.current.clientWidth })
  }

  return (
    <section className="gallery" aria-label={`Images of ${title}`}>
      <div className="gallery-strip" ref={strip} onScroll={updateShown} tabIndex={images.length > 1 ? 0 : undefined}>
        {images.map((image, index) => (
          <ProductImage
            key={image}
            src={image}
            alt={altTextOf({ title, altTexts }, image, index)}
            sizes={SIZES}
            priority={index === 0}
            style={index === 0 && morphName ? { viewTransitionName: morphName } : undefined}
          />
        ))}
      </div>
      {images.length > 1 && (
        <ul className="gallery-thumbnails">
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={`Show image ${index + 1}`}
                aria-current={index === shown ? 'true' : undefined}
                onClick={() => show(index)}
              >
                <ProductImage src={image} alt="" sizes="5rem" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
