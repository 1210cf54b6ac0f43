"""The 20 functions of the GNU Scientific Library that "Towards Optimal Concolic Testing" (Wang et al., ICSE 2018, table 2)
compares strategies on: where each is defined, and how a harness calls it. All numbers are symbolic; arrays have up to four
elements, and how many is symbolic too (three or four in cyclic systems: their callers see to that). What counts the rounds of a
loop has 16 bits instead of 32."""

RESULTS = "gsl_sf_result r1, r2, r3, r4; double d1, d2, d3, solved[4];"


class Function:
    def __init__(self, short, name, file, numbers, call):
        self.short, self.name, self.file, self.numbers, self.call = short, name, file, numbers, call

    def harness(self):
        """A program with the file in it, so that static functions can be called."""
        lines = [f'#include "{self.file}"', "#include <gsl/gsl_errno.h>", "#include <gsl/gsl_sf_result.h>", "#include <cairn.h>", "int main(void) {"]
        for number in self.numbers.split(", "):
            declaration, name = number, number.split()[-1].split("[")[0]
            address = name if "[" in number else f"&{name}"
            lines.append(f'  {declaration}; cairn_symbolic({address}, sizeof {name}, "{name}");')
        lines += ["  gsl_set_error_handler_off();", f"  {{ {RESULTS} {self.call}; }}", "  return 0;", "}"]
        return "\n".join(lines) + "\n"


TWO_ARRAYS = "double diag[4], double off[4], double b[4], unsigned char n"
THREE_ARRAYS = "double diag[4], double above[4], double below[4], double b[4], unsigned char n"

FUNCTIONS = [
    Function("fg0_ser", "coulomb_FG0_series", "specfunc/coulomb.c", "double eta, double x", "coulomb_FG0_series(eta, x, &r1, &r2)"),
    Function("fgmhalf", "coulomb_FGmhalf_series", "specfunc/coulomb.c", "double eta, double x",
             "coulomb_FGmhalf_series(eta, x, &r1, &r2)"),
    Function("dilog_xge0", "dilog_xge0", "specfunc/dilog.c", "double x", "dilog_xge0(x, &r1)"),
    Function("chi_e", "gsl_sf_Chi_e", "specfunc/shint.c", "double x", "gsl_sf_Chi_e(x, &r1)"),
    Function("bessel_Inu", "gsl_sf_bessel_Inu_scaled_asymp_unif_e", "specfunc/bessel.c", "double nu, double x",
             "gsl_sf_bessel_Inu_scaled_asymp_unif_e(nu, x, &r1)"),
    Function("bessel_JY", "gsl_sf_bessel_JY_mu_restricted", "specfunc/bessel.c", "double mu, double x",
             "gsl_sf_bessel_JY_mu_restricted(mu, x, &r1, &r2, &r3, &r4)"),
    Function("bessel_Knu", "gsl_sf_bessel_Knu_scaled_asymp_unif_e", "specfunc/bessel.c", "double nu, double x",
             "gsl_sf_bessel_Knu_scaled_asymp_unif_e(nu, x, &r1)"),
    Function("bessel_cos", "gsl_sf_bessel_cos_pi4_e", "specfunc/bessel.c", "double y, double eps", "gsl_sf_bessel_cos_pi4_e(y, eps, &r1)"),
    Function("bessel_sin", "gsl_sf_bessel_sin_pi4_e", "specfunc/bessel.c", "double y, double eps", "gsl_sf_bessel_sin_pi4_e(y, eps, &r1)"),
    Function("coupling", "gsl_sf_coupling_6j_e", "specfunc/coupling.c", "int a, int b, int c, int d, int e, int f",
             "gsl_sf_coupling_6j_e(a, b, c, d, e, f, &r1)"),
    Function("elljac_e", "gsl_sf_elljac_e", "specfunc/elljac.c", "double u, double m", "gsl_sf_elljac_e(u, m, &d1, &d2, &d3)"),
    Function("exprel_n_e", "gsl_sf_exprel_n_e", "specfunc/exp.c", "short n, double x", "gsl_sf_exprel_n_e(n, x, &r1)"),
    Function("hyperg_U", "gsl_sf_hyperg_U_large_b_e", "specfunc/hyperg.c", "double a, double b, double x",
             "gsl_sf_hyperg_U_large_b_e(a, b, x, &r1, &d1)"),
    Function("lngamma_e", "gsl_sf_lngamma_e", "specfunc/gamma.c", "double x", "gsl_sf_lngamma_e(x, &r1)"),
    Function("lnpoch_sgn", "gsl_sf_lnpoch_sgn_e", "specfunc/poch.c", "double a, double x", "gsl_sf_lnpoch_sgn_e(a, x, &r1, &d1)"),
    Function("lnpoch_pos", "lnpoch_pos", "specfunc/poch.c", "double a, double x", "lnpoch_pos(a, x, &r1)"),
    Function("cyc", "solve_cyc_tridiag", "linalg/tridiag.c", TWO_ARRAYS,
             "solve_cyc_tridiag(diag, 1, off, 1, b, 1, solved, 1, 3 + n % 2)"),
    Function("cyc_non", "solve_cyc_tridiag_nonsym", "linalg/tridiag.c", THREE_ARRAYS,
             "solve_cyc_tridiag_nonsym(diag, 1, above, 1, below, 1, b, 1, solved, 1, 3 + n % 2)"),
    Function("tri", "solve_tridiag", "linalg/tridiag.c", TWO_ARRAYS, "solve_tridiag(diag, 1, off, 1, b, 1, solved, 1, n % 5)"),
    Function("tri_non", "solve_tridiag_nonsym", "linalg/tridiag.c", THREE_ARRAYS,
             "solve_tridiag_nonsym(diag, 1, above, 1, below, 1, b, 1, solved, 1, n % 5)"),
]
