import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { LOGO_ACCEPT, logoProblem } from './logo.view.ts'
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

interface FieldProps {
  /** The present logo's address; empty where there is none. */
  present: string
  name: string
  file: File | null
  onChange: (file: File | null) => void
  /** What the server said about the last one. */
  refusal?: string
}

/** Chooses a logo and shows it as it will look, before anything is sent. */
export function LogoField({ present, name, file, onChange, refusal }: FieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const [preview, setPreview] = useState('')
  useEffect(() => {
    if (!file) return setPreview('')
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const wrong = logoProblem(chosen)
    if (wrong === null) {
      setProblem('')
      onChange(chosen)
      return
    }
    onChange(null)
    setProblem(
      wrong === 'size'
        ? t('「{file}」超过 2 MB，请压缩后再上传', { file: chosen.name })
        : wrong === 'empty'
          ? t('「{file}」是空文件', { file: chosen.name })
          : t('「{file}」不是 PNG、JPEG 或 WebP 图片', { file: chosen.name }),
    )
  }
  const said = problem || refusal
  return (
    <div
      className="logo-field"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        choose(event.dataTransfer.files[0])
      }}
    >
      <Logo
        src={preview || present}
        name={name}
        sizePx={72}
        onBroken={() => {
          if (!file) return
          onChange(null)
          setProblem(t('「{file}」不是 PNG、JPEG 或 WebP 图片', { file: file.name }))
        }}
      />
      <div>
        <input
          ref={input}
          type="file"
          accept={LOGO_ACCEPT}
          style={{ display: 'none' }}
          aria-label={t('选择图片')}
          onChange={(event) => {
            choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <div className="logo-row">
          <Button onClick={() => input.current?.click()}>{file || present ? t('更换图片') : t('选择图片')}</Button>
          {file ? <Button onClick={() => onChange(null)}>{t('不上传')}</Button> : null}
        </div>
        <p className={said ? 'logo-problem' : 'logo-hint'} role={said ? 'alert' : undefined}>
          {said || (file ? t('已选择「{file}」', { file: file.name }) : t('PNG、JPEG 或 WebP，不超过 2 MB，建议正方形；可拖到此处'))}
        </p>
      </div>
    </div>
  )
}
