import type { TestProject } from 'vitest/node'
import { startPlatform } from './platform.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The platform of this run, `http://localhost:<port>`. */
    address: string
    /** Its folder for map files. */
    mapFiles: string
    /** Of its database's owner. */
    ownerUrl: string
    /** Of the stand-in of WeChat Pay. */
    channel: string
    /** Of the stand-in of a service that judges faces. */
    face: string
  }
}

/** One platform for the whole run. Journeys share it, so each uses customers and drivers of its own. */
export default async function setup(project: TestProject) {
  const platform = await startPlatform(() => {})
  project.provide('address', platform.address)
  project.provide('mapFiles', platform.mapFiles)
  project.provide('ownerUrl', platform.ownerUrl)
  project.provide('channel', platform.channel.url)
  project.provide('face', platform.face.url)
  return () => platform.stop()
}
