/**
 * Renders images that are missing or older than the scene, then converts them to the files that the shop serves.
 *
 *   npm run photograph                    everything that is out of date
 *   npm run photograph -- --only tubo     only shots whose name contains "tubo"
 *   npm run photograph -- --missing       only shots that have no source image, whatever has changed in the scene
 *   npm run photograph -- --draft         quick small samples into photography/drafts, nothing converted
 *   npm run photograph -- --prints        render nothing; convert the existing source images
 *   npm run photograph -- --models        the meshes and tiles of the 3D models instead of images
 *   npm run photograph -- --cutouts       the pots without anything behind them instead of images
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { developBrand } from './brand.ts'
import { makeCutouts } from './cutouts.ts'
import { makeModels } from './models.ts'
import type { Shot } from './prints.ts'
import { developShot, writeIndexes } from './prints.ts'

const studio = import.meta.dirname
const options = readOptions(process.argv.slice(2))
const negatives = join(studio, options.draft ? 'drafts' : 'negatives')

if (options.models) await makeModels(options.only)
else if (options.cutouts) await makeCutouts(options.only)
else await makePictures()

async function makePictures(): Promise<void> {
  const shots = listShots().filter((shot) => shot.name.includes(options.only))
  mkdirSync(negatives, { recursive: true })
  if (!options.prints) await render(shots.filter((shot) => isStale(shot)))
  if (options.draft) return
  for (const shot of shots) await developShot(shot, join(negatives, `${shot.name}.png`))
  await developBrand(join(negatives, 'share.png'))
  await writeIndexes(listShots(), (shot) => existsSync(join(negatives, `${shot.name}.png`)))
}

function readOptions(words: string[]) {
  const at = words.indexOf('--only')
  return {
    only: at < 0 ? '' : (words[at + 1] ?? ''),
    draft: words.includes('--draft'),
    missing: words.includes('--missing'),
    prints: words.includes('--prints'),
    models: words.includes('--models'),
    cutouts: words.includes('--cutouts'),
  }
}

function listShots(): Shot[] {
  const told = spawnSync('python3', [join(studio, 'shots.py')], { encoding: 'utf8' })
  if (told.status !== 0) throw new Error(`shots.py failed: ${told.stderr}`)
  return JSON.parse(told.stdout) as Shot[]
}

/** Any change to the scene outdates every image: a finer rule would have to follow Python's imports. */
function isStale(shot: Shot): boolean {
  const negative = join(negatives, `${shot.name}.png`)
  if (!existsSync(negative)) return true
  if (options.missing) return false
  const rendered = statSync(negative).mtimeMs
  return readdirSync(studio).some((file) => file.endsWith('.py') && statSync(join(studio, file)).mtimeMs > rendered)
}

/** One Blender process renders the whole list and writes each image when it is done, so a stopped run can continue. */
async function render(list: Shot[]): Promise<void> {
  if (list.length === 0) return
  const words = ['-b', '-P', join(studio, 'studio.py'), '--', negatives, ...(options.draft ? ['--draft=1'] : [])]
  const blender = spawn('nice', ['-n', '19', 'blender', ...words, ...list.map((shot) => shot.name)])
  let done = 0
  const trouble: string[] = []
  createInterface({ input: blender.stderr }).on('line', (line) => trouble.push(line))
  for await (const line of createInterface({ input: blender.stdout })) {
    const [, name, seconds] = /^shot: (\S+) (\d+)/.exec(line) ?? []
    // The studio renders all finishes of a pot together, also those that were not asked for.
    if (list.some((shot) => shot.name === name)) console.log(`${++done}/${list.length} ${name} ${seconds} s`)
    if (/Error/.test(line)) trouble.push(line)
  }
  if (done < list.length)
    throw new Error(`Blender stopped after ${done} of ${list.length} shots.\n${trouble.join('\n')}`)
}
