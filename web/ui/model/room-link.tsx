import { useState, useSyncExternalStore } from 'react'
import type { Model } from '#domain/catalog/models.ts'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { quickLookLink, sceneViewerLink } from './room-links.ts'

type RoomLinkProps = {
  model: Partial<Model>
  title: string
  /** The shop's own address; nothing is shown without https, which both apps ask for. */
  origin: string | undefined
  /** Path of the page that opens with the same choice. */
  page: string
}

type Way = 'quick-look' | 'scene-viewer' | 'phone'

const LABEL = 'View in your room'
// Quick Look wants an image as the only child of its link.
const SIGN = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="154" height="20"><text y="15" textLength="152" lengthAdjust="spacingAndGlyphs" font-family="system-ui,sans-serif" font-size="16" font-weight="600" fill="#1c261f">${LABEL}</text></svg>`,
)}`

/** Shows the chosen pot in the visitor's room at true size (AR); on a desktop, a QR code opens it on a phone. */
export function RoomLink({ model, title, origin, page }: RoomLinkProps) {
  const way = useSyncExternalStore(watchNothing, findWay, () => undefined)
  const [Code, setCode] = useState<typeof import('./room-code.tsx').RoomCode>()
  const [isOpen, setIsOpen] = useState(false)
  if (!way || !origin?.startsWith('https:')) return null
  if (way === 'quick-look') {
    if (!model.usdz) return null
    return (
      <a className="room-link" rel="ar" href={quickLookLink(model.usdz)}>
        <img src={SIGN} alt={LABEL} width={154} height={20} />
      </a>
    )
  }
  const address = origin + page
  if (way === 'scene-viewer') {
    if (!model.glb) return null
    return (
      <a className="room-link" href={sceneViewerLink({ file: origin + model.glb, title, page: address })}>
        {LABEL}
      </a>
    )
  }

  async function open() {
    const { RoomCode } = await import('./room-code.tsx')
    setCode(() => RoomCode)
    setIsOpen(true)
  }

  return (
    <>
      <button type="button" className="room-link" onClick={open}>
        {LABEL}
      </button>
      {Code && (
        <Dialog open={isOpen} onClose={() => setIsOpen(false)} label={LABEL}>
          <Code heading={LABEL} address={address} />
        </Dialog>
      )}
    </>
  )
}

/** Undefined: a phone or headset without AR. */
function findWay(): Way | undefined {
  if (document.createElement('a').relList.supports?.('ar')) return 'quick-look'
  const { userAgent } = navigator
  // Firefox and headsets have no Scene Viewer.
  if (/Android/.test(userAgent)) return /Firefox|OculusBrowser/.test(userAgent) ? undefined : 'scene-viewer'
  return matchMedia('(hover: hover) and (pointer: fine)').matches ? 'phone' : undefined
}

function watchNothing() {
  return () => {}
}
