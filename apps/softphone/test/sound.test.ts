import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSound } from '../src/sound/sound.ts'

// Programs of the machine's sound system give and take raw samples through pipes; these do the same without a sound card.

let folder: string
const path = process.env.PATH
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chauffeur-sound-'))
  process.env.PATH = `${folder}${delimiter}${path}`
})
afterEach(() => {
  process.env.PATH = path
  rmSync(folder, { recursive: true, force: true })
})

function program(name: string, script: string) {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

test('without a program for both directions there is no sound', () => {
  program('arecord', 'true')
  expect(findSound(folder)).toBeUndefined()
})

test('what the microphone gives goes out, what comes in goes to the loudspeaker', async () => {
  program('arecord', "head -c 64000 /dev/zero | tr '\\0' '\\1'; sleep 5")
  program('aplay', `cat > ${join(folder, 'played')}`)
  const failures: string[] = []
  const sound = findSound(folder)
  expect(sound?.name).toBe('ALSA')
  const session = sound?.open((words) => failures.push(words))
  await expect.poll(() => session?.microphone()?.[0], { timeout: 10_000 }).toBe(0x0101)
  for (let i = 0; i < 10; i++) session?.toSpeaker(new Int16Array(160).fill(1_000 + i))
  const played = join(folder, 'played')
  await expect.poll(() => (existsSync(played) ? readFileSync(played).length : 0), { timeout: 10_000 }).toBe(3_200)
  expect(readFileSync(played).readInt16LE(3_198)).toBe(1_009)
  session?.close()
  expect(failures).toEqual([])
})

test('a sound program that ends is told in words', async () => {
  program('arecord', 'exit 3')
  program('aplay', 'cat > /dev/null')
  const failures: string[] = []
  const session = findSound(folder)?.open((words) => failures.push(words))
  await expect.poll(() => failures, { timeout: 10_000 }).toEqual(['arecord: ended with 3'])
  session?.close()
})
