import type { TestProject } from 'vitest/node'
import { startPlatform } from './platform.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The platform of this run, `http://localhost:<port>`. */
    address: string
  }
}

/** One platform for the whole run. Journeys share it, so each uses customers and drivers of its own. */
export default async function setup(project: TestProject) {
  const platform = await startPlatform(() => {})
  project.provide('address', platform.address)
  return () => platform.stop()
}
