import { imageFile, imageFiles } from '#domain/catalog/images.ts'

type BuyerPicturesProps = { pictures: readonly string[]; about: string; className?: string }

/** Small pictures that a buyer has sent, each leading to its large one. */
export function BuyerPictures({ pictures, about, className }: BuyerPicturesProps) {
  if (pictures.length === 0) return null
  return (
    <ul className="cluster gap-2">
      {pictures.map((picture, index) => (
        <li key={picture}>
          <a href={imageFile(picture, 1280)}>
            <picture>
              <source type="image/avif" srcSet={imageFiles(picture, 'avif')} sizes="96px" />
              <img
                className={className}
                src={imageFile(picture, 320)}
                srcSet={imageFiles(picture, 'webp')}
                sizes="96px"
                alt={`${about}, ${index + 1} of ${pictures.length}`}
                width={96}
                height={96}
                loading="lazy"
                decoding="async"
              />
            </picture>
          </a>
        </li>
      ))}
    </ul>
  )
}
