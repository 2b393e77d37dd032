import { IMAGE_TYPES } from '#domain/catalog/forms/image-limits.ts'
import { ownFieldName } from '#domain/catalog/forms/own-variants.ts'
import type { FinishPictures as Pictures } from '#domain/catalog/forms/product-form.ts'
import { MEDIA, MEDIA_NAMES, type Media, type MediaName, noMediaField } from '#domain/catalog/media.ts'
import type { Finish } from '#domain/catalog/sizes.ts'
import type { Problems } from '#domain/form-fields.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { ProductImage } from '#web/ui/product/product-image.tsx'

type MediaFieldsProps = { product: Media | undefined; problems: Problems; values: Record<string, string> | undefined }

/** The video and the 3D models of a product. */
export function MediaFields({ product, problems, values }: MediaFieldsProps) {
  const isOpen = MEDIA_NAMES.some((name) => product?.[name] || problems[name])
  return (
    <details className="disclosure" open={isOpen}>
      <summary>Video and 3D model</summary>
      <div className="stack gap-3">
        {MEDIA_NAMES.map((name) => (
          <MediaField key={name} name={name} address={product?.[name]} error={problems[name]} values={values} />
        ))}
      </div>
    </details>
  )
}

type MediaFieldProps = Pick<MediaFieldsProps, 'values'> & {
  name: MediaName
  address: string | null | undefined
  error: string | undefined
}

function MediaField({ name, address, error, values }: MediaFieldProps) {
  const { label, hint, accept } = MEDIA[name]
  return (
    <div className="stack gap-1">
      <Field label={label} name={name} type="file" accept={accept} hint={hint} error={error} />
      {address && (
        <div className="cluster gap-3">
          <a className="link" href={address} target="_blank" rel="noreferrer">
            {name === 'video' ? 'Watch' : 'Download'} the present one
          </a>
          <label className="check">
            <input
              type="checkbox"
              name={noMediaField(name)}
              defaultChecked={values?.[noMediaField(name)] !== undefined}
            />
            Remove<span className="visually-hidden"> {label}</span>
          </label>
        </div>
      )}
    </div>
  )
}

type FinishPicturesProps = {
  finishes: readonly Finish[]
  pictures: Pictures | undefined
  problems: Problems
  values: Record<string, string> | undefined
}

/** A picture of a pot in each finish, which its page shows first once the finish is chosen. */
export function FinishPictures({ finishes, pictures = {}, problems, values }: FinishPicturesProps) {
  const isOpen =
    Object.keys(pictures).length > 0 || Object.keys(problems).some((name) => name.startsWith('own:picture:'))
  return (
    <details className="disclosure" open={isOpen}>
      <summary>Pictures by finish</summary>
      <p className="fine">Shown once a shopper chooses the finish, on the page, in the cart and in the order.</p>
      <div className="grid grid-large gap-2 finish-pictures">
        {finishes.map(({ name }) => (
          <FinishPicture key={name} name={name} image={pictures[name]} problems={problems} values={values} />
        ))}
      </div>
    </details>
  )
}

type FinishPictureProps = Pick<FinishPicturesProps, 'problems' | 'values'> & { name: string; image: string | undefined }

function FinishPicture({ name, image, problems, values }: FinishPictureProps) {
  const field = ownFieldName('picture', [name])
  const removal = ownFieldName('nopicture', [name])
  return (
    <Field
      label={`Picture of ${name}`}
      name={field}
      type="file"
      accept={IMAGE_TYPES.join(',')}
      error={problems[field]}
      present={
        image && (
          <span className="row gap-2">
            <ProductImage src={image} alt="" sizes="4rem" />
            <label className="check">
              <input type="checkbox" name={removal} defaultChecked={values?.[removal] !== undefined} />
              Remove<span className="visually-hidden"> the picture in {name}</span>
            </label>
          </span>
        )
      }
    />
  )
}
