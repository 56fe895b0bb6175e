import { SaxesParser } from 'saxes'

/** One call of the watched telephone (RFC 4235). */
export interface WatchedDialog {
  id: string
  direction: 'in' | 'out'
  state: 'trying' | 'early' | 'confirmed' | 'terminated'
  /** Who hung up or what else ended it, where the PBX says so. */
  cause: string
  /** The other party's address, as text. */
  remote: string
}

export interface DialogInfo {
  /** All calls there are; what is not named has ended. */
  full: boolean
  dialogs: WatchedDialog[]
}

const states: Record<string, WatchedDialog['state']> = {
  trying: 'trying',
  proceeding: 'trying',
  early: 'early',
  confirmed: 'confirmed',
  terminated: 'terminated',
}
const maxBytes = 64 * 1024

/** Reads application/dialog-info+xml. Undefined when it is not well-formed or something else. */
export function readDialogInfo(xml: string): DialogInfo | undefined {
  if (xml.length > maxBytes) return undefined
  const parser = new SaxesParser({})
  const path: string[] = []
  const dialogs: WatchedDialog[] = []
  let info: DialogInfo | undefined
  let text = ''
  let broken = false
  const plain = (name: string) => name.replace(/^.*:/, '')
  const dialog = () => dialogs.at(-1)

  parser.on('error', () => {
    broken = true
  })
  parser.on('opentag', ({ name, attributes }) => {
    path.push(plain(name))
    text = ''
    const where = path.join('/')
    if (where === 'dialog-info') info = { full: attributes.state === 'full', dialogs }
    if (where === 'dialog-info/dialog') {
      const direction = attributes.direction === 'initiator' ? 'out' : 'in'
      dialogs.push({ id: attributes.id ?? '', direction, state: 'trying', cause: '', remote: '' })
    }
    const current = dialog()
    if (where === 'dialog-info/dialog/state' && current) current.cause = attributes.event ?? ''
    if (where === 'dialog-info/dialog/remote/target' && current) current.remote ||= attributes.uri ?? ''
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', () => {
    const where = path.join('/')
    const current = dialog()
    if (where === 'dialog-info/dialog/state' && current) current.state = states[text.trim()] ?? 'trying'
    if (where === 'dialog-info/dialog/remote/identity' && current) current.remote = text.trim()
    path.pop()
    text = ''
  })
  parser.write(xml).close()
  return broken ? undefined : info
}
