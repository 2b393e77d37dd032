import type { Surface } from './glb.ts'
import { boundsOf } from './glb.ts'
import type { Material } from './materials.ts'
import type { Part } from './mesh-file.ts'

/** Steps in a metre and in a picture: a tenth of a millimetre, and less than half a pixel. */
const STEPS = 10_000
const NORMAL_STEPS = 1000

/** The path of a picture in the archive. */
export function pictureFile(picture: string): string {
  return `pictures/${picture}.jpg`
}

/**
 * A USD scene as text: one mesh for each surface, and its preview material. Braces and parentheses are placed as
 * Pixar's own writer places them, because some readers understand nothing else.
 *
 * @param name a USD identifier
 * @see https://openusd.org/release/spec_usdpreviewsurface.html
 */
export function writeUsda(name: string, surfaces: readonly Surface[]): string {
  return `#usda 1.0
(
    defaultPrim = "Root"
    metersPerUnit = 1
    upAxis = "Y"
)

def Xform "Root" (
    kind = "component"
)
{
    token preliminary:anchoring:type = "plane"
    token preliminary:planeAnchoring:alignment = "horizontal"

    def Xform "${name}"
    {
${surfaces.map(({ part, material }) => writeMesh(part, material)).join('\n')}
    }

    def Scope "Materials"
    {
${surfaces.map(({ material }) => writeMaterial(material)).join('\n')}
    }
}
`
}

function writeMesh(part: Part, material: Material): string {
  const { positions, normals, uv, triangles } = material.isLeaf
    ? withBackSide(part, material.uv)
    : { ...part, uv: material.uv }
  const { min, max } = boundsOf(positions)
  return `        def Mesh "${identifierOf(material)}" (
            prepend apiSchemas = ["MaterialBindingAPI"]
        )
        {
            float3[] extent = [${tuples([...min, ...max], 3)}]
            int[] faceVertexCounts = [${new Array(triangles.length / 3).fill(3).join(',')}]
            int[] faceVertexIndices = [${triangles.join(',')}]
            rel material:binding = </Root/Materials/${identifierOf(material)}>
            normal3f[] normals = [${tuples(normals, 3, NORMAL_STEPS)}] (
                interpolation = "vertex"
            )
            point3f[] points = [${tuples(positions, 3)}]
            texCoord2f[] primvars:st = [${tuples(uv, 2)}] (
                interpolation = "vertex"
            )
            uniform token subdivisionScheme = "none"
        }
`
}

/** Some readers draw front sides only, so a leaf gets a second surface that faces the other way. */
function withBackSide({ positions, normals, triangles }: Part, uv: Float32Array) {
  const count = positions.length / 3
  return {
    positions: Float32Array.of(...positions, ...positions),
    normals: Float32Array.of(...normals, ...normals.map((value) => -value)),
    uv: Float32Array.of(...uv, ...uv),
    triangles: Uint16Array.of(...triangles, ...triangles.toReversed().map((index) => index + count)),
  }
}

function writeMaterial(material: Material): string {
  const path = `/Root/Materials/${identifierOf(material)}`
  const bump = material.normal
  return `        def Material "${identifierOf(material)}"
        {
            token outputs:surface.connect = <${path}/Surface.outputs:surface>

            def Shader "Surface"
            {
                uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor.connect = <${path}/Color.outputs:rgb>
                float inputs:metallic = 0
${bump ? `                normal3f inputs:normal.connect = <${path}/Normal.outputs:rgb>\n` : ''}\
                float inputs:roughness = ${material.roughness}
                token outputs:surface
            }

            def Shader "Place"
            {
                uniform token info:id = "UsdPrimvarReader_float2"
                string inputs:varname = "st"
                float2 outputs:result
            }

${writeTexture('Color', material.color, 'sRGB', path)}
${bump ? writeTexture('Normal', bump, 'raw', path) : ''}\
        }
`
}

function writeTexture(shader: string, picture: string, colorSpace: 'sRGB' | 'raw', path: string): string {
  const unpacked = `                float4 inputs:bias = (-1, -1, -1, 0)
                float4 inputs:scale = (2, 2, 2, 1)
`
  return `            def Shader "${shader}"
            {
                uniform token info:id = "UsdUVTexture"
                asset inputs:file = @${pictureFile(picture)}@
${colorSpace === 'raw' ? unpacked : ''}\
                token inputs:sourceColorSpace = "${colorSpace}"
                float2 inputs:st.connect = <${path}/Place.outputs:result>
                token inputs:wrapS = "repeat"
                token inputs:wrapT = "repeat"
                float3 outputs:rgb
            }
`
}

function identifierOf({ name }: Material): string {
  return name.replaceAll('-', '_')
}

/** `(0.1,0.2,0.3),…`: without spaces a file is a sixth smaller. */
function tuples(values: ArrayLike<number>, width: number, steps = STEPS): string {
  let written = ''
  for (let i = 0; i < values.length; i++) {
    const number = Math.round((values[i] ?? 0) * steps) / steps
    // Adding 0 turns -0 into 0, so that no minus sign is written.
    written += (i % width > 0 ? ',' : i > 0 ? '),(' : '(') + (number + 0)
  }
  return `${written})`
}
