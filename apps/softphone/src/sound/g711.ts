// G.711, by its definition: 8 kHz samples as one byte on a logarithmic scale.

const bias = 0x84
const clip = 32_635

export function toUlaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(clip, Math.abs(sample)) + bias
  const exponent = Math.max(0, 31 - Math.clz32(magnitude) - 7)
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~(sign | (exponent << 4) | mantissa) & 0xff
}

export function fromUlaw(byte: number): number {
  const value = ~byte & 0xff
  const magnitude = (((value & 0x0f) << 3) + bias) << ((value & 0x70) >> 4)
  return value & 0x80 ? bias - magnitude : magnitude - bias
}

export function toAlaw(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0
  const magnitude = Math.min(32_767, sample < 0 ? ~sample : sample) >> 4
  const exponent = magnitude > 15 ? 31 - Math.clz32(magnitude) - 3 : 0
  const mantissa = exponent > 1 ? (magnitude >> (exponent - 1)) & 0x0f : magnitude & 0x0f
  return (sign | (exponent << 4) | mantissa) ^ 0x55
}

export function fromAlaw(byte: number): number {
  const value = byte ^ 0x55
  const exponent = (value & 0x70) >> 4
  const mantissa = ((value & 0x0f) << 4) + 8
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
  return value & 0x80 ? magnitude : -magnitude
}
