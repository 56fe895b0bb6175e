import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileKey, FileStore } from './store.ts'

/** An object store that speaks S3. */
export interface S3Settings {
  /** Of another than Amazon's. */
  endpoint?: string
  region: string
  bucket: string
  /** Without, they are looked for where Amazon's tools look: environment, shared file, the machine's role. */
  keys?: { id: string; secret: string }
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  pathStyle: boolean
  /** After so long without a byte a request is given up, and tried again. */
  timeoutMs: number
}

/** Of a large file so much is in memory, twice: the part that is sent and the one that comes in. */
const PART_BYTES = 8 * 1_048_576
/** In a row, without a byte that came. */
const READ_FAILURES = 3

/** The client is loaded where it is used: an installation without an object store does not carry it. */
export async function s3Store(settings: S3Settings): Promise<FileStore> {
  const [
    { S3Client, AbortMultipartUploadCommand, DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListMultipartUploadsCommand },
    { Upload },
  ] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const client = new S3Client({
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    ...(settings.keys && { credentials: { accessKeyId: settings.keys.id, secretAccessKey: settings.keys.secret } }),
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    maxAttempts: 4,
    // Newer checksums are refused by stores that do not know them. What is sent is covered by its signature, what is read by our own digest.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: settings.timeoutMs, socketTimeout: settings.timeoutMs },
  })
  const at = (key: FileKey) => ({ Bucket: settings.bucket, Key: `${key.tenantId}/${key.fileId}` })

  return {
    write: async (key, body) => {
      let bytes = 0
      const counted = async function* () {
        for await (const chunk of body) {
          bytes += chunk.length
          yield chunk
        }
      }
      await new Upload({
        client,
        params: { ...at(key), Body: Readable.from(counted(), { objectMode: false }) },
        partSize: PART_BYTES,
        queueSize: 1,
      }).done()
      const { ContentLength } = await client.send(new HeadObjectCommand(at(key)))
      if (ContentLength !== bytes) throw new Error(`The object store has ${ContentLength} bytes of file ${key.fileId}, not ${bytes}.`)
    },
    read: async function* (key, from, to) {
      let next = from
      for (let failures = 0; next < to; ) {
        const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...at(key), Range: `bytes=${next}-${to - 1}` }))
        const body = Body as Readable
        if (!ContentRange?.startsWith(`bytes ${next}-`)) {
          body.destroy()
          throw new Error('The object store does not read ranges.')
        }
        try {
          for await (const chunk of body as AsyncIterable<Buffer>) {
            const part = chunk.subarray(0, to - next)
            failures = 0
            next += part.length
            yield part
            // Some stores send more than was asked for.
            if (next === to) return
          }
          throw new Error('The object store sent less than it has.')
        } catch (error) {
          // The client tries a request again, but no body that was cut off.
          if (++failures > READ_FAILURES) throw error
          await sleep(100 * 2 ** failures * (0.5 + Math.random()))
        }
      }
    },
    has: async (key) => {
      try {
        await client.send(new HeadObjectCommand(at(key)))
        return true
      } catch (error) {
        if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return false
        throw error
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)))
      // Parts of an upload whose process died are no object yet. Not every store lists them; those have a rule for their age.
      const { Uploads = [] } = await client
        .send(new ListMultipartUploadsCommand({ Bucket: settings.bucket, Prefix: at(key).Key }))
        .catch(() => ({ Uploads: [] }))
      for (const { UploadId } of Uploads) if (UploadId) await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId }))
    },
  }
}
