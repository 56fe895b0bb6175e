export type StoreName = 'DATABASE' | 'S3'

export interface FileKey {
  tenantId: string
  fileId: string
}

/** Where the bytes of files lie. It knows nothing of rows; every act can be done again. */
export interface FileStore {
  /** Fulfils when all of it is there for good. Of one that fails, anything or nothing is left. */
  write(key: FileKey, body: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes from `from` to before `to`; fails where they are not all there. */
  read(key: FileKey, from: number, to: number): AsyncIterable<Buffer>
  has(key: FileKey): Promise<boolean>
  /** Also of one that is not there, or not all. */
  remove(key: FileKey): Promise<void>
}
