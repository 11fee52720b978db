class Net(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
  _is_full_backward_hook : Optional[bool]
  conv : __torch__.torch.nn.modules.conv.___torch_mangle_0.Conv2d
  norm : __torch__.torch.nn.modules.batchnorm.___torch_mangle_1.BatchNorm2d
  dense : __torch__.torch.nn.modules.linear.___torch_mangle_2.Linear
  def forward(self: __torch__.___torch_mangle_3.Net,
    image: Tensor,
    offset: Tensor) -> Tuple[Tensor, Tensor]:
    dense = self.dense
    norm = self.norm
    conv = self.conv
    _0 = (norm).forward((conv).forward(image, ), )
    input = torch.mean(torch.relu(_0), [2, 3])
    scores = torch.add((dense).forward(input, ), offset)
    _1 = (torch.softmax(scores, 1), torch.argmax(scores, 1))
    return _1
