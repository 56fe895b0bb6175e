/** A WAV file of silence, or what it says of itself. */
export function wavFile(of: { seconds: number; rate?: number; format?: number; bits?: number; dataSize?: number }): Uint8Array {
  const { rate = 8_000, format = 1, bits = 16 } = of
  const byteRate = (rate * bits) / 8
  const sound = Math.round(of.seconds * byteRate)
  const bytes = new Uint8Array(44 + sound)
  const view = new DataView(bytes.buffer)
  const word = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at)
  word(0, 'RIFF')
  view.setUint32(4, 36 + sound, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, format, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, byteRate, true)
  view.setUint16(32, bits / 8, true)
  view.setUint16(34, bits, true)
  word(36, 'data')
  view.setUint32(40, of.dataSize ?? sound, true)
  return bytes
}
