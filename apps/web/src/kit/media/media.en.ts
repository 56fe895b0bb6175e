export default {
  '「{file}」超过 2 MB，请压缩后再上传': '“{file}” is larger than 2 MB, make it smaller first',
  '「{file}」是空文件': '“{file}” is empty',
  '「{file}」不是 PNG、JPEG 或 WebP 图片': '“{file}” is no PNG, JPEG or WebP picture',
  更换图片: 'Choose another',
  选择图片: 'Choose a picture',
  不上传: 'Do not upload',
  '已选择「{file}」': '“{file}” is chosen',
  'PNG、JPEG 或 WebP，不超过 2 MB，建议正方形；可拖到此处': 'PNG, JPEG or WebP of at most 2 MB, best square; you can drop it here',
} satisfies Record<string, string>
