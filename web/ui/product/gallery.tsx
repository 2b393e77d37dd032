import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type AltTexts, galleryAltTextOf } from '#domain/catalog/alt-texts.ts'
import { imageFile } from '#domain/catalog/images.ts'
import type { ModelViewer, ModelViewerProps } from '#web/ui/model/model-viewer.tsx'
import { ProductImage } from './product-image.tsx'

type GalleryProps = {
  images: readonly string[]
  title: string
  altTexts?: AltTexts | undefined
  /** View transition name of the first image; `pot-{id}` morphs it from the card's. */
  morphName?: string
  view3d?: Pick<ModelViewerProps, 'model' | 'hasPlant' | 'label'> | undefined
  /** The address of a video, which comes after the images. */
  video?: string | undefined
  corner?: ReactNode
  /** Names what the images show and the price does not include. */
  note?: string
}

// Slightly less than the full width on phones, whose high pixel density hides the difference.
const SIZES = '(min-width: 96rem) 42rem, (min-width: 45rem) 46vw, 88vw'

/** More thumbnails than these would be too small to press, so they scroll. */
const ONE_ROW = 7

const NOT_LOADED = 'The 3D view could not be loaded. Please try again.'

/** A strip of images, moved by swipe, arrow keys or thumbnails. It scrolls back when the first image changes. */
export function Gallery({ images, title, altTexts, morphName, note, view3d, video, corner }: GalleryProps) {
  const strip = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const viewer = useViewer(view3d)
  const first = images[0]
  const slides = images.length + (video ? 1 : 0)
  const is3d = viewer.state === 'shown' && view3d !== undefined
  const isVideo = video !== undefined && shown === images.length && !is3d

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first image is the trigger
  useEffect(() => {
    strip.current?.scrollTo({ left: 0, behavior: 'instant' })
  }, [first])

  function updateShown() {
    const { scrollLeft, clientWidth } = strip.current ?? { scrollLeft: 0, clientWidth: 1 }
    setShown(Math.round(scrollLeft / clientWidth))
  }

  function show(index: number) {
    viewer.hide()
    strip.current?.scrollTo({ left: index * strip.current.clientWidth })
  }

  return (
    <section className="gallery" aria-label={`Images of ${title}`}>
      <div className="gallery-stage">
        <div
          className="gallery-strip"
          ref={strip}
          onScroll={updateShown}
          {...(slides > 1 && { tabIndex: 0, role: 'group', 'aria-label': 'All images' })}
          inert={is3d}
        >
          {images.map((image, index) => (
            <ProductImage
              key={image}
              src={image}
              alt={galleryAltTextOf({ title, altTexts }, image, index)}
              sizes={SIZES}
              priority={index === 0}
              style={index === 0 && morphName ? { viewTransitionName: morphName } : undefined}
            />
          ))}
          {video && (
            <div className="gallery-video">
              {/* biome-ignore lint/a11y/useMediaCaption: the shop has no captions of an owner's video */}
              <video
                src={video}
                poster={first && imageFile(first, 640)}
                aria-label={`Video of ${title}`}
                preload="none"
                controls
                playsInline
              />
            </div>
          )}
        </div>
        {view3d && (
          <button
            type="button"
            className="view-3d only-scripts"
            // It would cover the controls of the video.
            hidden={is3d || isVideo}
            aria-busy={viewer.state === 'loading' || undefined}
            onClick={viewer.open}
          >
            <Cube />
            View in 3D
          </button>
        )}
        {viewer.element}
        {corner}
      </div>
      {note && <p className="fine">{note}</p>}
      {(slides > 1 || view3d) && (
        <ul className="gallery-thumbnails only-scripts" data-many={slides > ONE_ROW || undefined}>
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={`Show image ${index + 1}`}
                aria-current={index === shown && !is3d ? 'true' : undefined}
                onClick={() => show(index)}
              >
                <ProductImage src={image} alt="" sizes="5rem" />
              </button>
            </li>
          ))}
          {video && first !== undefined && (
            <li>
              <button
                type="button"
                className="thumbnail-3d"
                aria-label="Show the video"
                aria-current={isVideo ? 'true' : undefined}
                onClick={() => show(images.length)}
              >
                <ProductImage src={first} alt="" sizes="5rem" />
                <span aria-hidden="true">▶</span>
              </button>
            </li>
          )}
          {view3d && first !== undefined && (
            <li>
              <button
                type="button"
                className="thumbnail-3d"
                aria-label="Show in three dimensions"
                aria-current={is3d ? 'true' : undefined}
                onClick={viewer.open}
              >
                <ProductImage src={first} alt="" sizes="5rem" />
                <span aria-hidden="true">3D</span>
              </button>
            </li>
          )}
        </ul>
      )}
      {view3d && (
        <p className="fine" role="status">
          {viewer.note}
        </p>
      )}
    </section>
  )
}

/** The viewer is another script, and nothing of it is fetched before it is asked for. */
function useViewer(view3d: GalleryProps['view3d']) {
  const [state, setState] = useState<'closed' | 'loading' | 'shown' | 'hidden'>('closed')
  const [Viewer, setViewer] = useState<typeof ModelViewer>()
  const [note, setNote] = useState('')
  const opener = useRef<HTMLElement>(undefined)

  useEffect(() => {
    if (state !== 'closed') return
    opener.current?.focus()
    opener.current = undefined
  }, [state])

  // The chosen finish has no model.
  const isOffered = view3d !== undefined
  useEffect(() => {
    if (!isOffered) setState('closed')
  }, [isOffered])

  async function open({ currentTarget }: { currentTarget: HTMLElement }) {
    if (state === 'hidden') return setState('shown')
    if (state !== 'closed') return
    setNote('')
    setState('loading')
    try {
      const { ModelViewer } = await import('#web/ui/model/model-viewer.tsx')
      opener.current = currentTarget
      setViewer(() => ModelViewer)
      setState('shown')
    } catch {
      fail(NOT_LOADED)
    }
  }

  function fail(sentence: string) {
    setNote(sentence)
    setState('closed')
  }

  return {
    state,
    note,
    open,
    hide: () => state === 'shown' && setState('hidden'),
    element: Viewer && view3d && (state === 'shown' || state === 'hidden') && (
      <Viewer {...view3d} isHidden={state === 'hidden'} onClose={() => setState('closed')} onFail={fail} />
    ),
  }
}

function Cube() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3.500 19.500 7.800v8.400L12 20.500l-7.500-4.300V7.800ZM4.500 7.800 12 12l7.500-4.200M12 12v8.500" />
    </svg>
  )
}
