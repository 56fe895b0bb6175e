import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processesWith, until } from '../../src/runtime/processes.ts'
import { startProgram } from '../harness/program.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'chauffeur-small-'))
const mounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m,mode=755', 'chauffeur-test', folder], { stdio: 'ignore' })
    return true
  } catch {
    // A small file system of our own takes root.
    return false
  }
})()

test.skipIf(!mounted)('a first start that fills the disk ends with one sentence', async () => {
  try {
    const said = await startProgram({ dataDir: join(folder, 'data'), port: 18_170 }).then(
      (program) => program.child.kill('SIGKILL'),
      (error: Error) => error.message,
    )
    expect(said).toContain('The disk is full. Make room')
    expect(said).not.toMatch(/\n\s+at /)
  } finally {
    await until(() => processesWith(folder).length === 0, 20_000)
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
})
