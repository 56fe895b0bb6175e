import * as z from 'zod'

/** A file as the server has read it from a multipart body. */
export interface Uploaded {
  fileName: string
  /** As the sender calls it; what it is, is looked up in the content. */
  mediaType: string
  bytes: Uint8Array
}

const isUploaded = (value: unknown): value is Uploaded =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array && value.bytes.length > 0

/** A file of a call with `body: 'multipart'`: the sender gives a `File`, the handler gets its bytes. */
export const upload = z.custom<Uploaded>(isUploaded, '请选择文件 | choose a file') as unknown as z.ZodType<Uploaded, File>
