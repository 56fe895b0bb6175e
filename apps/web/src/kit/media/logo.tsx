import './logo.css'

interface LogoProps {
  src: string
  name: string
  sizePx?: number
  /** The picture could not be drawn. */
  onBroken?: () => void
}

/** A logo, or the first character of the name where there is none. */
export function Logo({ src, name, sizePx = 24, onBroken }: LogoProps) {
  const size = { width: sizePx, height: sizePx }
  if (src !== '') return <img className="logo" src={src} alt="" style={size} onError={onBroken} {...size} />
  return (
    <span className="logo logo-none" aria-hidden="true" style={{ ...size, fontSize: sizePx / 2 }}>
      {Array.from(name)[0] ?? ''}
    </span>
  )
}
