// Packages of tests that bring no types: only what is used of them.
declare module 'gltf-validator' {
  type Report = { issues: { numErrors: number; numWarnings: number; messages: object[] } }
  export function validateBytes(bytes: Uint8Array, options?: { maxIssues?: number }): Promise<Report>
}

declare module 'three' {
  type Vector3 = { toArray(): number[] }
  export type Object3D = {
    material?: { map?: { wrapS: number } | null }
    traverse(visit: (thing: Object3D) => void): void
  }
  export class Box3 {
    min: Vector3
    max: Vector3
    setFromObject(thing: Object3D): this
  }
  export class ImageLoader {
    load(url: string, onLoad: (image: object) => void): unknown
  }
}

declare module 'three/addons/loaders/USDLoader.js' {
  import type { Object3D } from 'three'
  export class USDLoader {
    parse(archive: ArrayBuffer): Object3D
  }
}
