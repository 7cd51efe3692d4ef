#include "grid.cuh"

/// Threads of a block.
constexpr int BLOCK = 256;
__constant__ float weights[BLOCK];
__device__ int launched;

enum Mode { MODE_SUM, MODE_MAX };

struct Grid {
  float *cells;
  dim3 shape;
  __host__ __device__ float at(int x) const { return cells[x]; }
};

/// Adds up a block.
template <typename T>
__global__ void reduce(const T *in, T *out, int n) {
  __shared__ T tile[BLOCK];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : T(0);
  __syncthreads();
  for (int step = BLOCK / 2; step > 0; step >>= 1) {
    if (threadIdx.x < step && i < n) {
      tile[threadIdx.x] += tile[threadIdx.x + step];
    } else {
      continue;
    }
  }
  out[blockIdx.x] = tile[0] * weights[0];
}

void launch(Grid grid, cudaStream_t stream, Mode mode) {
  Grid *copy = new Grid(grid);
  auto size = blocks(grid.shape);
  launched = 1;
  reduce<float><<<size, BLOCK, 0, stream>>>(grid.cells, copy->cells, 4);
  switch (mode) {
    case MODE_SUM:
      scale<<<1, BLOCK>>>(copy->cells);
      break;
    default:
      copy->shape = grid.shape;
  }
  auto visit = [&](int cell) { return grid.at(cell); };
  visit(launched);
}
