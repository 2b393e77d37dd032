import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Runs one of our scripts in Blender. @param folder where it writes  @throws with what it said when it fails */
export async function blend(script: string, folder: string, names: string[]): Promise<void> {
  const blender = spawn('nice', [
    '-n',
    '19',
    'blender',
    '-b',
    '-P',
    join(import.meta.dirname, script),
    '--',
    folder,
    ...names,
  ])
  const trouble: string[] = []
  const exited = new Promise<number | null>((resolve) => blender.once('close', resolve))
  createInterface({ input: blender.stderr }).on('line', (line) => trouble.push(line))
  for await (const line of createInterface({ input: blender.stdout })) {
    if (/^(tile|model|cutout): /.test(line)) console.log(line)
    if (/Error/.test(line)) trouble.push(line)
  }
  // Blender exits with code 0 even when its script has failed.
  const hasFailed = (await exited) !== 0 || trouble.some((line) => /^\w*Error/.test(line))
  if (hasFailed) throw new Error(`${script} failed.\n${trouble.join('\n')}`)
}
