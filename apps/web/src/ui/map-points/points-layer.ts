import type { CustomLayerInterface } from 'maplibre-gl'
import { CLUSTER_BELOW_ZOOM } from './cluster.ts'
import type { PointStore } from './point-store.ts'
import { packPoints, POINT_BYTES } from './points-pack.ts'

export interface PointsLook {
  /** `#rrggbb` by tone. */
  palette: readonly string[]
  /** Rim of a fresh point and what an arrow stands on: the colour of the ground. */
  rim: string
  /** Ring of a position that grows old. */
  ageing: string
}

const VERTEX = `#version 300 es
uniform mat4 u_matrix;
uniform float u_now;
uniform float u_size;
uniform float u_scale;
uniform vec3 u_palette[12];
in vec2 a_from;
in vec2 a_to;
in vec2 a_span;
in vec4 a_look;
out vec3 v_colour;
out float v_fresh;
out float v_heading;
void main() {
  float k = a_span.y <= a_span.x ? 1.0 : clamp((u_now - a_span.x) / (a_span.y - a_span.x), 0.0, 1.0);
  gl_Position = u_matrix * vec4(mix(a_from, a_to, k), 0.0, 1.0);
  gl_PointSize = a_look.w > 0.5 ? 0.0 : u_size * u_scale;
  if (a_look.w > 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  v_colour = u_palette[int(a_look.x + 0.5)];
  v_fresh = a_look.y;
  v_heading = a_look.z > 254.5 ? -1.0 : radians(a_look.z * 1.5);
}`

// NOTE: colours leave premultiplied, which is how the map blends.
const FRAGMENT = `#version 300 es
precision highp float;
uniform float u_emphasis;
uniform float u_scale;
uniform float u_px;
uniform float u_glyph;
uniform vec3 u_rim;
uniform vec3 u_ageing;
in vec3 v_colour;
in float v_fresh;
in float v_heading;
out vec4 colour;
const vec3 GREY = vec3(0.55, 0.58, 0.64);
void main() {
  vec2 p = (gl_PointCoord * 2.0 - 1.0) * u_scale;
  float r = length(p);
  float edge = 1.0 / u_px;
  vec3 ink = v_fresh > 1.5 ? mix(GREY, v_colour, 0.35) : v_colour;
  vec3 shade;
  float alpha;
  if (u_glyph > 0.5) {
    float disc = 1.0 - smoothstep(1.0 - edge, 1.0, r);
    float sign = 0.0;
    if (v_heading >= 0.0) {
      float c = cos(v_heading);
      float s = sin(v_heading);
      vec2 q = vec2(abs(c * p.x + s * p.y), -s * p.x + c * p.y);
      float side = (q.x - 0.42 * (q.y + 0.72)) / 1.085;
      float tail = (q.y - 0.27 - 0.5 * q.x) / 1.118;
      sign = 1.0 - smoothstep(-0.5 * edge, 0.5 * edge, max(side, tail));
    } else {
      sign = 1.0 - smoothstep(0.46 - edge, 0.46, r);
    }
    float ring = smoothstep(0.8 - edge, 0.8, r) * disc;
    vec3 ringInk = ink;
    float turn = atan(p.y, p.x) / 6.2831853;
    if (v_fresh > 1.5) {
      ringInk = GREY;
      ring *= step(0.55, fract(turn * 10.0));
    } else if (v_fresh > 0.5) {
      ringInk = u_ageing;
      ring *= step(0.35, fract(turn * 5.0));
    }
    shade = mix(mix(u_rim, ringInk, ring), ink, sign);
    alpha = max(max(disc * 0.86, ring), sign);
  } else {
    float disc = 1.0 - smoothstep(1.0 - edge, 1.0, r);
    shade = mix(u_rim, ink, 1.0 - smoothstep(0.78 - edge, 0.78, r));
    alpha = disc;
    if (v_fresh > 1.5) {
      shade = GREY;
      alpha = disc * smoothstep(0.5, 0.5 + edge, r);
    } else if (v_fresh > 0.5) {
      shade = ink;
      alpha = disc * 0.5;
    }
  }
  if (u_emphasis > 0.5) {
    float inner = u_glyph > 0.5 ? 1.25 : 1.7;
    float halo = smoothstep(inner - edge, inner, r) * (1.0 - smoothstep(inner + 0.3, inner + 0.3 + edge, r));
    shade = mix(shade, v_colour, halo);
    alpha = max(alpha, halo);
  }
  if (alpha < 0.01) discard;
  colour = vec4(shade * alpha, alpha);
}`

const UNIFORMS = ['u_matrix', 'u_now', 'u_size', 'u_scale', 'u_px', 'u_emphasis', 'u_palette', 'u_glyph', 'u_rim', 'u_ageing'] as const

/** From here on there is room for an arrow and its ring; below a point is a disc. */
const GLYPH_FROM_ZOOM = 12.2
/** How far a point's square reaches beyond its disc: no further than what is drawn, since every pixel of ten thousand squares is reckoned. */
const SCALE = { plain: 1.05, halo: 2.15 } as const

/** Radius in pixels of a point at a zoom. */
export const pointPx = (zoom: number) => (zoom < 11.5 ? 4 : zoom < 13.5 ? 4 + (zoom - 11.5) * 3 : 10)

const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

export interface PointsLayer extends CustomLayerInterface {
  setLook: (look: PointsLook) => void
  /** Drawn larger, with a halo. */
  emphasise: (ids: readonly (string | null)[]) => void
}

/** All points of a store in one draw call; the way between two fixes is reckoned by the graphics processor. */
export function createPointsLayer(id: string, store: PointStore, first: PointsLook, zoom: () => number): PointsLayer {
  let look = first
  let emphasised: readonly (string | null)[] = []
  let program: WebGLProgram | null = null
  let buffer: WebGLBuffer | null = null
  let array: WebGLVertexArrayObject | null = null
  let where: Record<(typeof UNIFORMS)[number], WebGLUniformLocation | null>
  let sent = -1
  let packed = packPoints(store)

  return {
    id,
    type: 'custom',
    renderingMode: '2d',
    setLook(next) {
      look = next
    },
    emphasise(ids) {
      emphasised = ids
    },
    onAdd(_map, context) {
      const gl = context as WebGL2RenderingContext
      program = link(gl)
      buffer = gl.createBuffer()
      array = gl.createVertexArray()
      sent = -1
      where = Object.fromEntries(UNIFORMS.map((name) => [name, program && gl.getUniformLocation(program, name)])) as typeof where
      gl.bindVertexArray(array)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      attribute(gl, program, 'a_from', 2, gl.FLOAT, 0)
      attribute(gl, program, 'a_to', 2, gl.FLOAT, 8)
      attribute(gl, program, 'a_span', 2, gl.FLOAT, 16)
      attribute(gl, program, 'a_look', 4, gl.UNSIGNED_BYTE, 24)
      gl.bindVertexArray(null)
    },
    onRemove(_map, context) {
      const gl = context as WebGL2RenderingContext
      gl.deleteProgram(program)
      gl.deleteBuffer(buffer)
      gl.deleteVertexArray(array)
    },
    render(gl, { defaultProjectionData }) {
      if (!program || store.length() === 0 || zoom() < CLUSTER_BELOW_ZOOM) return
      if (sent !== store.revision()) {
        packed = packPoints(store)
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
        gl.bufferData(gl.ARRAY_BUFFER, packed.bytes, gl.DYNAMIC_DRAW)
        sent = store.revision()
      }
      gl.useProgram(program)
      gl.uniformMatrix4fv(where.u_matrix, false, moved(defaultProjectionData.mainMatrix, packed.originX, packed.originY))
      gl.uniform1f(where.u_now, Date.now() - packed.epochMs)
      const px = pointPx(zoom()) * window.devicePixelRatio
      gl.uniform1f(where.u_size, 2 * px)
      gl.uniform1f(where.u_px, px)
      gl.uniform1f(where.u_glyph, zoom() >= GLYPH_FROM_ZOOM ? 1 : 0)
      gl.uniform1f(where.u_scale, SCALE.plain)
      gl.uniform3fv(where.u_palette, look.palette.slice(0, 12).flatMap(rgb))
      gl.uniform3fv(where.u_rim, rgb(look.rim))
      gl.uniform3fv(where.u_ageing, rgb(look.ageing))
      gl.uniform1f(where.u_emphasis, 0)
      gl.bindVertexArray(array)
      gl.drawArrays(gl.POINTS, 0, store.length())
      gl.uniform1f(where.u_emphasis, 1)
      gl.uniform1f(where.u_scale, SCALE.halo)
      for (const id of emphasised) {
        const at = id === null ? undefined : store.indexOf(id)
        if (at !== undefined) gl.drawArrays(gl.POINTS, at, 1)
      }
      gl.bindVertexArray(null)
    },
  }
}

/** The matrix for positions told from an origin: in double precision here, since the shader has only single. */
function moved(matrix: ArrayLike<number>, x: number, y: number): Float32Array {
  const m = Float64Array.from(matrix)
  for (let row = 0; row < 4; row++) {
    m[12 + row] = (m[row] as number) * x + (m[4 + row] as number) * y + (m[12 + row] as number)
  }
  return Float32Array.from(m)
}

function attribute(gl: WebGL2RenderingContext, program: WebGLProgram, name: string, size: number, type: number, offset: number): void {
  const at = gl.getAttribLocation(program, name)
  if (at < 0) return
  gl.enableVertexAttribArray(at)
  gl.vertexAttribPointer(at, size, type, false, POINT_BYTES, offset)
}

function link(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('the graphics context is lost')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? 'shader')
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'program')
  return program
}
