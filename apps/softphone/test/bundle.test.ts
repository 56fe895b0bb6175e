import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildSoftphone } from '../build/bundle.ts'
import { origin } from './phone.ts'

test('the one file to install runs alone, away from the repository, and ends when told', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-softphone-file-'))
  const file = await buildSoftphone(join(folder, 'softphone.mjs'))
  const imported = [...readFileSync(file, 'utf8').matchAll(/^import .* from "([^"]+)"/gm)].map((match) => match[1] ?? '')
  expect(
    imported.filter(
      (name) =>
        !name.startsWith('node:') &&
        !['events', 'stream', 'http', 'https', 'net', 'tls', 'crypto', 'zlib', 'url', 'buffer', 'module'].includes(name),
    ),
  ).toEqual([])
  const child = spawn(process.execPath, [file, '--simulate', '--port', '0', '--folder', folder], { cwd: folder })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk))
  await expect.poll(() => said, { timeout: 20_000 }).toContain('serves')
  const url = /http:\/\/\S+/.exec(said)?.[0] ?? ''
  const response = await fetch(`${url}/cmd/?callback=c&act=check_ver`, { headers: { referer: `${origin}/` } })
  expect(await response.text()).toBe('c({"result":0})')
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})
