import { failure } from '../protocol/codes.ts'
import { type Command, refuse } from './command.ts'
import { soundFile } from './places.ts'

const removeAfter = 1
const saveForRetry = 2

export const remote: Command = (para, { recorder, uploader }) => {
  switch (para.number('a')) {
    case 1: {
      const kind = para.number('b')
      const path = soundFile(recorder.folder, para.text('d')) ?? refuse(failure.invalidPath)
      return {
        result: uploader.start({
          url: para.text('c'),
          path,
          field: 'filedata1',
          queryAsFields: false,
          remove: kind === removeAfter,
          remember: kind === saveForRetry,
        }),
      }
    }
    case 3:
      uploader.stop(para.number('b'))
      return { result: 1 }
    case 4:
      return { result: uploader.retryFailed() }
    case 5:
      return { result: uploader.size(para.number('b')) }
    case 7:
      uploader.clearFailed()
      return { result: 1 }
    case 8:
      return { result: uploader.count() }
    case 9:
      uploader.stopAll()
      return { result: 1 }
    // A file is sent in one piece, so there is no part sent to tell of; nothing is downloaded for a page, and no cookie kept.
    case 2:
    case 6:
    case 20:
    case 21:
    case 22:
    case 23:
    case 24:
    case 25:
    case 40:
      return refuse(failure.featureMissing)
    default:
      return refuse(failure.commandNotFound)
  }
}

/** The address's own query goes as fields beside the file. */
export const uploadFile: Command = (para, { recorder, uploader }) => {
  const path = soundFile(recorder.folder, para.text('b')) ?? refuse(failure.invalidPath)
  return { result: uploader.start({ url: para.text('a'), path, field: 'file', queryAsFields: true, remove: false, remember: false }) }
}
