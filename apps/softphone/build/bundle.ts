import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const folder = join(import.meta.dirname, '..')

/** Makes the single file that runs with Node alone, and gives its path. */
export async function buildSoftphone(file = join(folder, 'dist', 'softphone.mjs')): Promise<string> {
  const bundle = await rolldown({
    input: join(folder, 'src', 'main.ts'),
    platform: 'node',
    // Faster codecs of ws that nobody here needs, and that are not on an operator's machine.
    external: ['bufferutil', 'utf-8-validate'],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message)
    },
    transform: { target: 'node20' },
  })
  rmSync(file, { force: true })
  await bundle.write({ file, format: 'esm', codeSplitting: false, banner: '#!/usr/bin/env node' })
  await bundle.close()
  return file
}
