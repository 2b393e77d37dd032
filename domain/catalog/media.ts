/** Files of a product beside its images: one of each. `file`: its name in the folder of the upload. */
export const MEDIA = {
  video: {
    label: 'Video',
    file: 'video.mp4',
    type: 'video/mp4',
    accept: 'video/mp4,.mp4',
    hint: 'An MP4 of up to 20 MB. It plays when a shopper starts it; the first image stands in for it until then.',
  },
  glb: {
    label: '3D model (GLB)',
    file: 'model.glb',
    type: 'model/gltf-binary',
    accept: '.glb,model/gltf-binary',
    hint: 'For the 3D view and Android phones, up to 20 MB, in metres, with its pictures inside.',
  },
  usdz: {
    label: '3D model (USDZ)',
    file: 'model.usdz',
    type: 'model/vnd.usdz+zip',
    accept: '.usdz,model/vnd.usdz+zip',
    hint: 'For iPhones and iPads, up to 20 MB.',
  },
} as const

export type MediaName = keyof typeof MEDIA
export const MEDIA_NAMES = Object.keys(MEDIA) as MediaName[]

/** Addresses such as `/productImages/1763700000000-turning-4f1c9a/video.mp4`; null: none. */
export type Media = { [Name in MediaName]: string | null }

export const MEDIA_MAX_BYTES = 20 * 1024 * 1024

/** The box of a form that takes the stored file away. */
export function noMediaField(name: MediaName): string {
  return `no-${name}`
}

export function mediaOf({ video, glb, usdz }: Media): Media {
  return { video, glb, usdz }
}

/** The folder of an address, as stores and uploads name it. */
export function mediaFolder(address: string): string {
  return address.slice(1, address.lastIndexOf('/'))
}
