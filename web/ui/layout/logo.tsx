import { imageFile } from '#domain/catalog/images.ts'
import { useShopInfo, useWords } from '#web/ui/shop-info.ts'

/** The uploaded logo; else the specified shop's drawing, or the name of another shop. */
export function Logo() {
  const { logo } = useShopInfo()
  const { shop, isRenamed } = useWords()
  const named = isRenamed ? <span className="logo-word logo-name cut">{shop}</span> : <DrawnLogo />
  return (
    <span className="logo">{logo ? <img className="logo-image" src={imageFile(logo, 320)} alt={shop} /> : named}</span>
  )
}

/** The Hindi word is drawn by the style sheet, which keeps its outlines out of the script. */
function DrawnLogo() {
  return (
    <>
      <svg className="logo-mark" viewBox="8 2 48 60" aria-hidden="true">
        <path
          className="logo-pot"
          d="M15 36.5h34a2 2 0 0 1 2 2v3.2a2 2 0 0 1-2 2H15a2 2 0 0 1-2-2v-3.2a2 2 0 0 1 2-2zM17.3 46.6h29.4L44 58.7a3 3 0 0 1-2.9 2.3H22.9a3 3 0 0 1-2.9-2.3z"
        />
        <path
          className="logo-leaf"
          d="M30.6 33.6C17.5 33 12.4 25.2 13 14.5c11.2.7 17.7 7.6 17.6 19.1zM33.4 33.6c-.3-13.3 6.7-19.8 17.6-20.5.5 11.6-5.3 19.9-17.6 20.5zM32 19.5c-4.7-5.6-4.7-11 0-16.5 4.7 5.5 4.7 10.9 0 16.5z"
        />
      </svg>
      <span className="logo-word">Gamla</span>
      <span className="logo-hindi" role="img" aria-label="गमला" />
    </>
  )
}
