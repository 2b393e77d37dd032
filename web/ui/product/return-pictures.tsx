import { imageFile, imageFiles } from '#domain/catalog/images.ts'

export function ReturnPictures({ pictures, about }: { pictures: readonly string[]; about: string }) {
  if (pictures.length === 0) return null
  return (
    <ul className="cluster gap-2">
      {pictures.map((picture, index) => (
        <li key={picture}>
          <a href={imageFile(picture, 1280)}>
            <picture>
              <source type="image/avif" srcSet={imageFiles(picture, 'avif')} sizes="96px" />
              <img
                src={imageFile(picture, 320)}
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
