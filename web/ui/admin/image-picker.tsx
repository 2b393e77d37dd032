import { type DragEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { Field, FieldError } from '#web/ui/forms/field.tsx'
import { IconButton } from '#web/ui/forms/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { ProductImage } from '#web/ui/product/product-image.tsx'

export type PickedImage = {
  key: string
  name: string
  /** The image's URL: the shop's, or a `blob:` of a file that was just chosen. */
  src: string
  /** Chosen but not uploaded yet. */
  file?: File
  problem?: string
  /** Describes the image to those who cannot see it. */
  altText: string
}

type ImagePickerProps = {
  label: string
  /** Name of the file field, for forms sent without scripts. */
  name: string
  hint: string
  accept: string
  images: readonly PickedImage[]
  /** Upload progress of each new image by its key, 0 to 1; undefined when nothing is being sent. */
  sent?: ReadonlyMap<string, number> | undefined
  error?: string | undefined
  /** The name of the alt text's field of an image, and its problem. */
  altTextOf: (image: PickedImage) => { name: string; error?: string | undefined }
  onAltText: (key: string, text: string) => void
  onAdd: (files: File[]) => void
  onRemove: (key: string) => void
  onMove: (key: string, to: number) => void
}

/** Picks images by drop, paste or file dialog; dragging or the arrow buttons change their order. */
export function ImagePicker(props: ImagePickerProps) {
  const { label, name, hint, accept, images, sent, error, onAdd } = props
  const id = useId()
  const [over, setOver] = useState(false)
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  usePaste(onAdd)

  function drop(event: DragEvent) {
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    onAdd(files)
  }

  function allow(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same for everyone who cannot drag
    <div className="field" onDragOver={allow} onDragLeave={() => setOver(false)} onDrop={drop}>
      <label htmlFor={id}>{label}</label>
      <div className={over ? 'dropzone over' : 'dropzone'} data-ready={ready || undefined}>
        <Icon name="plus" />
        <p className="quiet">Drop images here, paste them, or choose them.</p>
        <input
          id={id}
          type="file"
          name={name}
          accept={accept}
          multiple
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget }) => {
            onAdd([...(currentTarget.files ?? [])])
            // Otherwise a removed file could not be chosen again.
            currentTarget.value = ''
          }}
        />
      </div>
      <p className="fine" id={`${id}-hint`}>
        {hint}
      </p>
      <FieldError id={id} error={error} />
      {images.length > 0 && (
        <ol className="grid picked" aria-label={`${label}, in order`}>
          {images.map((image, index) => (
            <Picked key={image.key} {...props} image={image} index={index} share={sent?.get(image.key)} />
          ))}
        </ol>
      )}
    </div>
  )
}

type PickedProps = ImagePickerProps & { image: PickedImage; index: number; share: number | undefined }

const DRAGGED = 'application/x-gamla-image'

function Picked({ image, index, share, images, altTextOf, onAltText, onMove, onRemove }: PickedProps) {
  const { key, name, src, file, problem, altText } = image
  const busy = share !== undefined
  const [isTyping, setIsTyping] = useState(false)

  function drop(event: DragEvent) {
    const dragged = event.dataTransfer.getData(DRAGGED)
    if (!dragged) return
    event.preventDefault()
    event.stopPropagation()
    onMove(dragged, index)
  }

  return (
    <li
      className={problem ? 'stack gap-2 picked-image wrong' : 'stack gap-2 picked-image'}
      data-image={src}
      // A draggable parent would not let text be selected with the mouse.
      draggable={!busy && !isTyping}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, key)}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={drop}
    >
      <div className="picked-frame">
        {file ? <Preview src={src} /> : <ProductImage src={src} alt="" sizes="10rem" />}
        {index === 0 && (
          <div className="product-card-badges">
            <span className="badge sold">First</span>
          </div>
        )}
      </div>
      <p className="cut">{name}</p>
      {problem && (
        <p className="field-error">
          <Icon name="warning" />
          {problem}
        </p>
      )}
      <Field
        {...altTextOf(image)}
        as="textarea"
        rows={3}
        label="Alt text"
        aria-label={`Alt text of ${name}`}
        value={altText}
        autoComplete="off"
        onFocus={() => setIsTyping(true)}
        onBlur={() => setIsTyping(false)}
        onChange={(event) => onAltText(key, event.currentTarget.value)}
      />
      {busy ? (
        <progress value={share} max={1} aria-label={`Sending ${name}`} />
      ) : (
        <div className="row spread">
          <IconButton
            icon="left"
            label={`Move ${name} forward`}
            off={index === 0}
            onClick={() => onMove(key, index - 1)}
          />
          <IconButton
            icon="right"
            label={`Move ${name} back`}
            off={index === images.length - 1}
            onClick={() => onMove(key, index + 1)}
          />
          <IconButton icon="trash" label={`Remove ${name}`} onClick={() => onRemove(key)} />
        </div>
      )}
    </li>
  )
}

/** A file that is not an image shows an empty frame. */
function Preview({ src }: { src: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <span className="picked-broken" />
  return <img src={src} alt="" draggable={false} onError={() => setBroken(true)} />
}

/** Accepts images pasted anywhere on the page, and leaves pasted text to the field. */
function usePaste(onAdd: (files: File[]) => void) {
  const add = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    onAdd(files)
  })
  useEffect(() => {
    document.addEventListener('paste', add)
    return () => document.removeEventListener('paste', add)
  }, [])
}
